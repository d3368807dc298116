import Core
import Crypto
import HTTPServing
import HTTPTypes
import Journals
import Presentation

/// Stores the responses to commands with a key for eight days, so that a retried command runs once.
///
/// A key is recorded before its command runs and the response afterwards, so that a command
/// interrupted by a crash does not run twice: a client that repeats it is asked to check. The store
/// can be lost without losing a person's data.
///
/// Responses can only be read with the key of their command, so that a deleted habit cannot be read
/// from an old response about it.
struct IdempotencyStore: Sendable {
  private static let busy = Problem(
    .conflict,
    "in-progress",
    "A request with this Idempotency-Key is in progress. Send it again in a moment.",
    headers: [.retryAfter: "1"]
  )
  private static let unknown = Problem(
    .conflict,
    "outcome-unknown",
    "The app was interrupted while it carried out a request with this Idempotency-Key. Check whether it "
      + "was done; if not, send it with a new key."
  )
  private static let reused = Problem(
    .unprocessableContent,
    "key-reused",
    "This Idempotency-Key was used for another request. Nothing was changed: use a new key."
  )

  /// How often to look for the response of another node, every 50 ms.
  private static let looks = 5

  private let responses: any ResponseStore
  private let most: Int

  /// - Parameter most: the maximum number of stored responses for one sender; the oldest are removed
  ///   first.
  init(_ responses: any ResponseStore, most: Int = 10_000) {
    (self.responses, self.most) = (responses, most)
  }

  /// - Parameter path: nil for in memory.
  init(path: String?, most: Int = 10_000, clock: any WallClock = SystemClock()) throws {
    self.init(try LocalResponseStore(path: path, clock: clock), most: most)
  }

  /// Returns the response of `operation`, which runs unless it has run before.
  ///
  /// Keys are scoped to their sender, and to the session if there are sessions. Without a key it
  /// always runs. A thrown error is not stored, since nothing has changed then; except that nobody
  /// knows after one of a journal that is ``JournalError/Code/unconfirmed``.
  ///
  /// - Parameter isRecorded: whether another attempt changes nothing after the first, as when all
  ///   that it changes is recorded in the space of the visitor. A node of a server then carries out
  ///   what another one has begun and not finished.
  /// - Throws: ``Problem`` when the key is in use for another command, or for this one right now.
  func once(
    _ key: String?,
    of visitor: Visitor,
    name: String,
    body: [UInt8],
    isRecorded: Bool = false,
    operation: () async throws -> StoredResponse
  ) async throws -> StoredResponse {
    guard let key = key.map({ SealingKey($0, of: visitor) }) else { return try await operation() }
    let command = SealedCommand(
      space: visitor.space,
      name: key.name,
      sender: key.sender,
      request: key.code("request", of: Array(name.utf8) + [0] + body),
      isRecorded: isRecorded
    )
    if let response = try await begin(command) { return try key.open(response) }
    do {
      let ticket = CommandTicket(name: command.name, attempt: RandomToken.bytes(16))
      let response = try await CommandTicket.$current.withValue(ticket) { try await operation() }
      // A failure is ignored, since the command has run.
      try? await responses.finish(command, key.seal(response))
      return response
    } catch let error as JournalError where error.code == .unconfirmed {
      // What the command changed may be kept.
      await responses.interrupt(command)
      throw error
    } catch is CommandSuperseded {
      await responses.interrupt(command)
      return try key.open(try await responseOfAnother(to: command))
    } catch {
      try? await responses.forget(command)
      throw error
    }
  }

  /// Stores bytes like the response of a command.
  ///
  /// - Parameter key: a new one each time.
  func keep(_ bytes: [UInt8], as key: String, of visitor: Visitor) async throws {
    _ = try await once(key, of: visitor, name: "", body: [], isRecorded: true) {
      StoredResponse(status: 200, body: bytes)
    }
  }

  /// The bytes that were stored under a key; nil if there are none.
  func kept(as key: String, of visitor: Visitor) async throws -> [UInt8]? {
    let key = SealingKey(key, of: visitor)
    let command = SealedCommand(
      space: visitor.space,
      name: key.name,
      sender: key.sender,
      request: []
    )
    return try await responses.response(to: command).map { try key.open($0).body }
  }

  /// The response of a command that another node has carried out, and is about to store.
  ///
  /// - Throws: a ``Problem`` if that node ended before it did.
  private func responseOfAnother(to command: SealedCommand) async throws -> StoredResponse {
    for _ in 0..<IdempotencyStore.looks {
      if let response = try await responses.response(to: command) { return response }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw IdempotencyStore.unknown
  }

  /// Records that a command is running; returns the sealed response if it has run before.
  private func begin(_ command: SealedCommand) async throws -> StoredResponse? {
    guard let known = try await responses.begin(command, keeping: most) else { return nil }
    guard known.request == command.request else { throw IdempotencyStore.reused }
    switch known.state {
    case .completed(let response): return response
    case .running: throw IdempotencyStore.busy
    case .interrupted: throw IdempotencyStore.unknown
    }
  }
}

/// Values derived from a command's key; the file contains only the name.
private struct SealingKey {
  /// The command's name in the file.
  let name: [UInt8]
  /// Distinguishes senders in the file, without revealing who they are.
  let sender: [UInt8]
  private let material: SymmetricKey

  /// Equal keys of two senders are different keys.
  init(_ key: String, of visitor: Visitor) {
    material = SymmetricKey(data: Array("\(visitor.subject)\n\(key)".utf8))
    sender = Array(SHA256.hash(data: Array("sender\n\(visitor.subject)".utf8)).prefix(16))
    name = material.code("name")
  }

  /// A keyed hash of `bytes`, which reveals nothing without the key.
  func code(_ purpose: String, of bytes: [UInt8]) -> [UInt8] { material.code(purpose, of: bytes) }

  func seal(_ response: StoredResponse) throws -> StoredResponse {
    let sealed = try ChaChaPoly.seal(response.body, using: secret).combined
    return StoredResponse(status: response.status, body: Array(sealed))
  }

  func open(_ response: StoredResponse) throws -> StoredResponse {
    let body = try ChaChaPoly.open(.init(combined: response.body), using: secret)
    return StoredResponse(status: response.status, body: Array(body))
  }

  private var secret: SymmetricKey { SymmetricKey(data: material.code("answer")) }
}

extension SymmetricKey {
  fileprivate func code(_ purpose: String, of bytes: [UInt8] = []) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(purpose.utf8) + [0] + bytes, using: self))
  }
}
