import Core
import Crypto
import HTTPServing
import HTTPTypes
import Locks
import Presentation
import SQLite

/// The response to a command with a key.
struct StoredResponse: Sendable, Equatable {
  let status: Int
  let body: [UInt8]
}

/// Stores the responses to commands with a key for eight days, so that a retried command runs once.
///
/// A separate small database, which can be lost without losing a person's data. A key is recorded
/// before its command runs and the response afterwards, so that a command interrupted by a crash
/// does not run twice: a client that repeats it is asked to check.
///
/// Responses can only be read with the key of their command, so that a deleted habit cannot be read
/// from an old response about it.
final class IdempotencyStore: Sendable {
  /// A day longer than a submission may wait in a browser, which retries until it is answered.
  private static let kept = Claim.maxAge + 86_400_000
  private static let busy = Problem(
    .conflict,
    "in-progress",
    "An order with this Idempotency-Key is being carried out right now. Ask again in a moment.",
    headers: [.retryAfter: "1"]
  )
  private static let unknown = Problem(
    .conflict,
    "outcome-unknown",
    "The app was interrupted while it carried out an order with this Idempotency-Key. Look whether it "
      + "was done; if not, send it with a new key."
  )
  private static let reused = Problem(
    .unprocessableContent,
    "key-reused",
    "This Idempotency-Key was used for another order. Nothing was changed: take a new key."
  )

  private let state: Locked<State>
  private let clock: any WallClock
  private let most: Int

  private struct State: ~Copyable {
    let database: Database
    var running: Set<[UInt8]> = []
  }

  /// - Parameters:
  ///   - path: nil for in memory.
  ///   - most: the maximum number of stored responses for one sender; the oldest are removed first.
  init(path: String?, most: Int = 10_000, clock: any WallClock = SystemClock()) throws {
    self.clock = clock
    self.most = most
    state = Locked(
      State(database: try IdempotencyStore.open(path ?? ":memory:", at: clock.now().milliseconds))
    )
  }

  private static func open(_ path: String, at now: Int64) throws -> sending Database {
    let database = try Database(path: path, mode: .readWriteCreate)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = NORMAL")
    try database.execute("PRAGMA secure_delete = ON")
    // Earlier versions kept unsealed responses in a table of that name.
    try database.execute("DROP TABLE IF EXISTS answers")
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS sealed (
        key BLOB PRIMARY KEY, request BLOB NOT NULL, status INTEGER NOT NULL, body BLOB NOT NULL,
        at INTEGER NOT NULL
      ) WITHOUT ROWID
      """
    )
    try database.execute("CREATE INDEX IF NOT EXISTS sealed_at ON sealed (at)")
    // Earlier versions had one sender only.
    if try database.integer("SELECT 1 FROM pragma_table_info('sealed') WHERE name = 'sender'")
      == nil
    {
      try database.execute("ALTER TABLE sealed ADD COLUMN sender BLOB")
    }
    try database.execute("CREATE INDEX IF NOT EXISTS sealed_sender ON sealed (sender, at)")
    try database.drop(before: now - kept)
    return database
  }

  /// Returns the response of `order`, which runs unless it has run before.
  ///
  /// Keys are scoped to their sender, and to the session if there are sessions. Without a key it
  /// always runs. A thrown error is not stored, since nothing has changed then.
  ///
  /// - Throws: ``Problem`` when the key is in use for another command, or for this one right now.
  func once(
    _ key: String?,
    of visitor: Visitor,
    name: String,
    body: [UInt8],
    order: () async throws -> StoredResponse
  ) async throws -> StoredResponse {
    guard let key = key.map({ SealingKey($0, of: visitor) }) else { return try await order() }
    let request = key.code("request", of: Array(name.utf8) + [0] + body)
    if let answer = try begin(key, request) { return answer }
    do {
      let answer = try await order()
      finish(key, answer)
      return answer
    } catch {
      forget(key)
      throw error
    }
  }

  /// Records that a command is running; returns the response if it has run before.
  private func begin(_ key: SealingKey, _ request: [UInt8]) throws -> StoredResponse? {
    let now = clock.now().milliseconds
    return try state.withLock { state in
      try state.database.drop(before: now - IdempotencyStore.kept)
      if let known = try state.database.answer(to: key.name) {
        guard known.request == request else { throw IdempotencyStore.reused }
        if let answer = known.answer { return try key.open(answer) }
        throw state.running.contains(key.name) ? IdempotencyStore.busy : IdempotencyStore.unknown
      }
      try state.database.drop(of: key.sender, beyond: most - 1)
      try state.database.note(key, request, at: now)
      state.running.insert(key.name)
      return nil
    }
  }

  /// Stores a response; failures are ignored, since the command has run.
  private func finish(_ key: SealingKey, _ answer: StoredResponse) {
    state.withLock { state in
      state.running.remove(key.name)
      try? state.database.keep(key.seal(answer), for: key.name)
    }
  }

  /// Forgets a command that did not run, so that it can be sent again.
  private func forget(_ key: SealingKey) {
    state.withLock { state in
      state.running.remove(key.name)
      try? state.database.forget(key.name)
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

  func seal(_ answer: StoredResponse) throws -> StoredResponse {
    let sealed = try ChaChaPoly.seal(answer.body, using: secret).combined
    return StoredResponse(status: answer.status, body: Array(sealed))
  }

  func open(_ answer: StoredResponse) throws -> StoredResponse {
    let body = try ChaChaPoly.open(.init(combined: answer.body), using: secret)
    return StoredResponse(status: answer.status, body: Array(body))
  }

  private var secret: SymmetricKey { SymmetricKey(data: material.code("answer")) }
}

extension SymmetricKey {
  fileprivate func code(_ purpose: String, of bytes: [UInt8] = []) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array(purpose.utf8) + [0] + bytes, using: self))
  }
}

/// The rows of an ``IdempotencyStore``; status 0 marks a command without a response yet.
extension Database {
  fileprivate func answer(
    to key: [UInt8]
  ) throws(SQLiteError) -> (request: [UInt8], answer: StoredResponse?)? {
    let row = try prepare("SELECT request, status, body FROM sealed WHERE key = ?")
    try row.bind(1, key)
    guard try row.step() else { return nil }
    defer { row.reset() }
    let answer = StoredResponse(status: row.int(1), body: row.blob(2))
    return (row.blob(0), answer.status == 0 ? nil : answer)
  }

  fileprivate func note(_ key: SealingKey, _ request: [UInt8], at: Int64) throws(SQLiteError) {
    let row = try prepare(
      "INSERT INTO sealed (key, request, status, body, at, sender) VALUES (?, ?, 0, x'', ?, ?)"
    )
    try row.bind(1, key.name)
    try row.bind(2, request)
    try row.bind(3, at)
    try row.bind(4, key.sender)
    try row.run()
  }

  fileprivate func keep(_ answer: StoredResponse, for key: [UInt8]) throws(SQLiteError) {
    let row = try prepare("UPDATE sealed SET status = ?, body = ? WHERE key = ?")
    try row.bind(1, answer.status)
    try row.bind(2, answer.body)
    try row.bind(3, key)
    try row.run()
  }

  fileprivate func forget(_ key: [UInt8]) throws(SQLiteError) {
    let row = try prepare("DELETE FROM sealed WHERE key = ?")
    try row.bind(1, key)
    try row.run()
  }

  /// Deletes rows that are too old.
  fileprivate func drop(before: Int64) throws(SQLiteError) {
    let old = try prepare("DELETE FROM sealed WHERE at < ?")
    try old.bind(1, before)
    try old.run()
  }

  /// Deletes all but the newest rows of a sender.
  fileprivate func drop(of sender: [UInt8], beyond most: Int) throws(SQLiteError) {
    let oldest = try prepare(
      """
      DELETE FROM sealed WHERE key IN
        (SELECT key FROM sealed WHERE sender = ? ORDER BY at DESC LIMIT -1 OFFSET ?)
      """
    )
    try oldest.bind(1, sender)
    try oldest.bind(2, Int64(most))
    try oldest.run()
  }
}
