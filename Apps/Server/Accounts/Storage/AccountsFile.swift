import FileSystem
import Glibc
import Locks
import SQLite

/// The file of accounts, with a thread that writes and one that reads.
///
/// What a write confirms is on disk. A read waits for no write. Other programs, such as the server's
/// command line, may use the file at the same time; beside it are `-wal`, `-shm` and `.lock`, all for
/// the current user alone.
final class AccountsFile: Sendable {
  let path: String
  private let writer: Locked<AccountsWriter>
  private let writing = SerialThread()
  private let reader: Locked<Database>
  private let reading = SerialThread()

  /// Opens the file, and creates it if there is none.
  ///
  /// Blocks the caller.
  ///
  /// - Parameter patience: milliseconds to wait for other programs that write.
  init(_ path: String, patience: Int) throws(AccountsError) {
    self.path = path
    do {
      writer = Locked(try AccountsWriter(path, patience: patience))
      let database = try Database(path: path, mode: .readOnly, busyTimeout: patience)
      try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      reader = Locked(database)
    } catch { throw StoreFailure.from(error, path) }
  }

  deinit {
    writing.end()
    reading.end()
  }

  /// Runs `body` in one transaction, which is durable when this returns, and undone if it throws.
  @discardableResult
  func write<T: Sendable>(
    _ body: @Sendable (Database) throws -> T
  ) async throws(AccountsError) -> T {
    try await run(on: writing) { [self] in
      try writer.withLockUnchecked { try $0.write(body) }
    }
  }

  /// Does what ``write(_:)`` does on the caller's thread, which waits.
  func writeNow<T: Sendable>(
    _ body: @Sendable (Database) throws -> T
  ) throws(AccountsError) -> T {
    do {
      return try writer.withLockUnchecked { try $0.write(body) }
    } catch { throw StoreFailure.from(error, path) }
  }

  /// Runs `body` on one state of the file.
  func read<T: Sendable>(
    _ body: @Sendable (Database) throws -> T
  ) async throws(AccountsError) -> T {
    try await run(on: reading) { [self] in
      try reader.withLockUnchecked { database in
        try database.execute("BEGIN")
        defer { database.rollback() }
        return try body(database)
      }
    }
  }

  /// Empties the write-ahead log, so that what was deleted is in no file any more.
  ///
  /// - Returns: false if somebody reads at this moment; the next call or the next start does it then.
  @discardableResult
  func scrub() async throws(AccountsError) -> Bool {
    try await run(on: writing) { [self] in try writer.withLockUnchecked { try $0.scrub() } }
  }

  private func run<T: Sendable>(
    on thread: SerialThread,
    _ body: @Sendable () throws -> T
  ) async throws(AccountsError) -> T {
    do {
      return try await thread.run(body)
    } catch { throw StoreFailure.from(error, path) }
  }
}

/// The connection that writes, for one thread at a time.
final class AccountsWriter {
  private let path: String
  private let database: Database
  /// Before 3.51.3 SQLite can lose committed data when two connections write and checkpoint at the
  /// same time (the "WAL-reset bug"), so every write and every checkpoint holds this lock.
  private let lock: AdvisoryLock
  private let identity: FileIdentity
  private let patience: Int

  init(_ path: String, patience: Int) throws {
    let lock = try AdvisoryLock(path + ".lock")
    guard lock.acquire(patience: patience) else {
      throw AccountsError.store(.locked("\(path).lock"))
    }
    defer { lock.release() }
    try AccountsWriter.prepare(path)
    database = try Database(path: path, mode: .readWrite, busyTimeout: patience)
    let version = try AccountsSchema.identify(database, path)
    guard chmod(path, 0o600) == 0 else { throw FileError(code: errno) }
    try AccountsSchema.makeDurable(database)
    try AccountsSchema.migrate(database, from: version)
    try database.checkpoint(.truncate)
    guard let identity = FileIdentity(at: path) else { throw FileError(code: errno) }
    self.identity = identity
    self.lock = lock
    self.path = path
    self.patience = patience
  }

  /// Makes sure that there is a file, and that no log lacks it.
  private static func prepare(_ path: String) throws {
    guard AccountsSchema.size(of: path) == 0 else { return }
    // SQLite would delete the log, which may have all that there is.
    guard AccountsSchema.size(of: path + "-wal") == 0 else {
      throw AccountsError.store(.stranded(path))
    }
    do throws(FileError) {
      _ = try NewFile(path)
    } catch {
      guard error.isExistingFile else { throw error }
    }
  }

  func write<T>(_ body: (Database) throws -> T) throws -> T {
    guard lock.acquire(patience: patience) else {
      throw AccountsError.store(.locked("\(path).lock"))
    }
    defer { lock.release() }
    guard identity.isStill(at: path) else { throw AccountsError.store(.replaced(path)) }
    try database.execute("BEGIN IMMEDIATE")
    do {
      let value = try body(database)
      try database.execute("COMMIT")
      return value
    } catch {
      database.rollback()
      throw error
    }
  }

  func scrub() throws -> Bool {
    guard lock.acquire(patience: patience) else { return false }
    defer { lock.release() }
    return try database.checkpoint(.truncate)
  }
}
