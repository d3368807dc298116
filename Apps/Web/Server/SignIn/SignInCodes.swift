import Core
import Locks

/// Codes of one-time links, each valid for one browser and a short time.
///
/// Only hashes are stored, and only in memory.
final class SignInCodes: Sendable {
  /// Seconds for which a code is valid.
  static let seconds: Int64 = 60
  /// Seconds after which a used code is removed; until then a second use is detected.
  private static let memory: Int64 = 3600
  private static let maxCodes = 64

  /// The state of a code.
  enum State: String, Sendable, Codable {
    case waiting, used, expired
  }

  /// The result of presenting a code.
  enum Redemption: Sendable, Equatable {
    /// It was valid.
    case done(id: String)
    /// It was used already; with the session that was started by it.
    case used(made: String?)
    /// There is no such code, or it has expired.
    case unknown
  }

  private struct Code {
    let id: String
    let hash: String
    let issuedAt: Instant
    var isUsed = false
    var session: String?
  }

  private let clock: any WallClock
  private let codes = Locked<[Code]>([])

  init(clock: any WallClock) { self.clock = clock }

  /// - Returns: a new code, and an id by which its issuer can ask about its state.
  func issue() -> (id: String, code: String) {
    let code = RandomToken.make(bytes: 16)
    let id = RandomToken.make(bytes: 6)
    let issued = Code(id: id, hash: RandomToken.hash(code), issuedAt: clock.now())
    codes.withLock { codes in
      codes = codes.filter {
        $0.issuedAt.isWithin(seconds: SignInCodes.memory, before: issued.issuedAt)
      }.suffix(SignInCodes.maxCodes - 1)
      codes.append(issued)
    }
    return (id, code)
  }

  func state(of id: String) -> State {
    let now = clock.now()
    let code = codes.withLock { codes in codes.first { $0.id == id } }
    guard let code else { return .expired }
    if code.isUsed { return .used }
    return SignInCodes.isGood(code, now) ? .waiting : .expired
  }

  /// Uses a code.
  ///
  /// - Parameter begin: starts a session and returns its id, or nil if the browser has one; called
  ///   at most once, and never concurrently with another use of a code.
  func redeem(_ code: String, _ begin: () throws -> String?) rethrows -> Redemption {
    let (hash, now) = (RandomToken.hash(code), clock.now())
    return try codes.withLockUnchecked { codes in
      guard let place = codes.firstIndex(where: { $0.hash == hash }) else { return .unknown }
      guard !codes[place].isUsed else { return .used(made: codes[place].session) }
      guard SignInCodes.isGood(codes[place], now) else { return .unknown }
      let session = try begin()
      codes[place].isUsed = true
      codes[place].session = session
      return .done(id: codes[place].id)
    }
  }

  private static func isGood(_ code: Code, _ now: Instant) -> Bool {
    code.issuedAt.isWithin(seconds: seconds, before: now)
  }
}
