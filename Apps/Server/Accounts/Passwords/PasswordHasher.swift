import Locks
import ServerStorage

/// Hashes passwords on two threads of its own, so that nothing else is blocked.
///
/// Each hash takes about half a second and 128 MiB. The queue is bounded: further requests are
/// refused, and their callers try again.
final class PasswordHasher: Sendable {
  /// Computes a hash of a password; replaced by tests that need to observe the calls.
  typealias Derivation =
    @Sendable (_ password: [UInt8], _ salt: [UInt8], _ parameters: ScryptParameters) throws ->
    PasswordHash

  private static let threadCount = 2
  /// The seconds that a caller waits before it tries again.
  private static let pause = 5

  private let threads: [SerialThread]
  /// The number of pending hashes of each thread.
  private let loads: Locked<[Int]>
  private let most: Int
  private let parameters: ScryptParameters
  private let pepper: Pepper?
  private let random: RandomBytes
  private let derive: Derivation
  private let dummy: PasswordHash

  /// - Parameter queue: the number of hashes that may wait, in addition to those in progress.
  init(
    parameters: ScryptParameters,
    queue: Int,
    pepper: Pepper?,
    random: @escaping RandomBytes,
    derive: @escaping Derivation = { try PasswordHash($0, salt: $1, parameters: $2) }
  ) {
    threads = (0..<PasswordHasher.threadCount).map { _ in SerialThread() }
    loads = Locked([Int](repeating: 0, count: PasswordHasher.threadCount))
    most = PasswordHasher.threadCount + max(0, queue)
    self.parameters = parameters
    self.pepper = pepper
    self.random = random
    self.derive = derive
    dummy = PasswordHash.dummy(parameters, random: random)
  }

  deinit { for thread in threads { thread.end() } }

  /// The number of hashes that are in progress or wait.
  var depth: Int { loads.withLock { $0.reduce(0, +) } }

  /// Hashes a password with a new salt.
  ///
  /// - Throws: ``AccountsError/busy(retryAfter:)``.
  func hash(_ password: String) async throws(AccountsError) -> StoredPassword {
    let salt = random(PasswordHash.saltCount)
    let text = try await perform { [self] in
      try derive(prepared(password, pepper), salt, parameters).text
    }
    return StoredPassword(text: text, pepper: pepper?.id)
  }

  /// Checks a password.
  ///
  /// It takes the same time for an account that does not exist (OWASP ASVS 5.0, 6.3.8), as long as
  /// its parameters are the current ones.
  ///
  /// - Parameter stored: nil for an account that does not exist.
  /// - Throws: ``AccountsError/busy(retryAfter:)``.
  func check(
    _ password: String,
    against stored: StoredPassword?
  ) async throws(AccountsError) -> PasswordCheck {
    let known = stored.flatMap { PasswordHash(text: $0.text) }
    let mixed = stored == nil || stored?.pepper != nil ? pepper : nil
    let isRight = try await perform { [self] in
      let hash = known ?? dummy
      let given = try derive(prepared(password, mixed), hash.salt, hash.parameters)
      return given.equals(hash) && known != nil
    }
    guard isRight else { return .wrong }
    return .right(isOutdated: known?.parameters != parameters || stored?.pepper != pepper?.id)
  }

  private func prepared(_ password: String, _ pepper: Pepper?) -> [UInt8] {
    let bytes = PasswordRule.bytes(password)
    return pepper?.mixed(into: bytes) ?? bytes
  }

  /// Runs `body` on the thread with fewer pending hashes.
  private func perform<T: Sendable>(
    _ body: @Sendable () throws -> T
  ) async throws(AccountsError) -> T {
    let index = try enter()
    defer { leave(index) }
    do {
      return try await threads[index].run(body)
    } catch {
      // The parameters were checked, so only a lack of memory can cause an error.
      throw .busy(retryAfter: 6 * PasswordHasher.pause)
    }
  }

  private func enter() throws(AccountsError) -> Int {
    let most = most
    let index: Int? = loads.withLock { loads in
      guard loads.reduce(0, +) < most else { return nil }
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[index] += 1
      return index
    }
    guard let index else { throw .busy(retryAfter: PasswordHasher.pause) }
    return index
  }

  private func leave(_ index: Int) { loads.withLock { $0[index] -= 1 } }
}
