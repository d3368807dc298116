import Core
import Glibc
import Locks
import SQLite

/// Commands and their responses in a small database of this program alone.
final class LocalResponseStore: ResponseStore {
  private let state: Locked<State>
  private let clock: any WallClock

  private struct State: ~Copyable {
    let database: Database
    var running: Set<[UInt8]> = []
  }

  /// - Parameter path: nil for in memory.
  init(path: String?, clock: any WallClock) throws {
    self.clock = clock
    state = Locked(
      State(
        database: try LocalResponseStore.opened(path ?? ":memory:", at: clock.now().milliseconds)
      )
    )
  }

  /// Opens the file, and begins a damaged one anew: what it had may be lost, but without a file no
  /// command could be carried out.
  ///
  /// - Throws: a ``DomainError`` if it cannot be used for another reason.
  private static func opened(_ path: String, at now: Int64) throws -> sending Database {
    var isNew = false
    while true {
      do throws(SQLiteError) {
        return try open(path, at: now)
      } catch {
        guard !isNew, [SQLiteError.Kind.damaged, .notADatabase].contains(error.kind) else {
          throw DomainError(
            "answers-unusable",
            "\(path) cannot be used (\(error.message)). Your data is untouched: free some space, or "
              + "move that file away, then try again."
          )
        }
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        isNew = true
      }
    }
  }

  private static func open(
    _ path: String,
    at now: Int64
  ) throws(SQLiteError) -> sending Database {
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
    try database.drop(before: now - SealedCommand.kept)
    return database
  }

  func begin(_ command: SealedCommand, keeping most: Int) throws -> KnownCommand? {
    let now = clock.now().milliseconds
    return try state.withLock { state in
      try state.database.drop(before: now - SealedCommand.kept)
      if let known = try state.database.response(to: command.name) {
        if let response = known.response {
          return KnownCommand(request: known.request, state: .completed(response))
        }
        let isRunning = state.running.contains(command.name)
        return KnownCommand(request: known.request, state: isRunning ? .running : .interrupted)
      }
      try state.database.drop(of: command.sender, beyond: most - 1)
      try state.database.note(command, at: now)
      state.running.insert(command.name)
      return nil
    }
  }

  func response(to command: SealedCommand) throws -> StoredResponse? {
    try state.withLock { state in try state.database.response(to: command.name)?.response }
  }

  func finish(_ command: SealedCommand, _ response: StoredResponse) throws {
    try state.withLock { state in
      state.running.remove(command.name)
      try state.database.keep(response, for: command.name)
    }
  }

  func forget(_ command: SealedCommand) throws {
    try state.withLock { state in
      state.running.remove(command.name)
      try state.database.forget(command.name)
    }
  }

  func interrupt(_ command: SealedCommand) {
    state.withLock { state in _ = state.running.remove(command.name) }
  }
}

/// The rows of a ``LocalResponseStore``; status 0 marks a command without a response yet.
extension Database {
  fileprivate func response(
    to key: [UInt8]
  ) throws(SQLiteError) -> (request: [UInt8], response: StoredResponse?)? {
    let row = try prepare("SELECT request, status, body FROM sealed WHERE key = ?")
    try row.bind(1, key)
    guard try row.step() else { return nil }
    defer { row.reset() }
    let response = StoredResponse(status: row.int(1), body: row.blob(2))
    return (row.blob(0), response.status == 0 ? nil : response)
  }

  fileprivate func note(_ command: SealedCommand, at: Int64) throws(SQLiteError) {
    let row = try prepare(
      "INSERT INTO sealed (key, request, status, body, at, sender) VALUES (?, ?, 0, x'', ?, ?)"
    )
    try row.bind(1, command.name)
    try row.bind(2, command.request)
    try row.bind(3, at)
    try row.bind(4, command.sender)
    try row.run()
  }

  fileprivate func keep(_ response: StoredResponse, for key: [UInt8]) throws(SQLiteError) {
    let row = try prepare("UPDATE sealed SET status = ?, body = ? WHERE key = ?")
    try row.bind(1, response.status)
    try row.bind(2, response.body)
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
