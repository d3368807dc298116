import Locks
import SQLite

/// A file of the server's own, with a thread that writes and one that reads.
///
/// A confirmed write is on disk. A read does not wait for writes. Other programs, such as the
/// server's command line, may use the file at the same time; beside it are `-wal`, `-shm` and
/// `.lock`, all private to the current user.
package final class StoreFile<Failure: StoreError>: Sendable {
  private let name: StoreName
  private let writer: Locked<StoreWriter>
  private let writing = SerialThread()
  private let reader: Locked<Database>
  private let reading = SerialThread()
  /// The connection that sees whether another one, of this program or of another, has written.
  private let watcher: Locked<Database>

  /// Opens the file, and creates it if it does not exist.
  ///
  /// Blocks the caller.
  ///
  /// - Parameter patience: milliseconds to wait for other programs that write.
  package init(_ path: String, _ schema: StoreSchema, patience: Int) throws(Failure) {
    let name = StoreName(schema.content, path)
    self.name = name
    do {
      writer = Locked(try StoreWriter(name, schema, patience: patience))
      let database = try Database(path: path, mode: .readOnly, busyTimeout: patience)
      try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      reader = Locked(database)
      watcher = Locked(try Database(path: path, mode: .readOnly, busyTimeout: 0))
    } catch { throw StoreFailure.from(error, name) }
  }

  deinit {
    writing.end()
    reading.end()
  }

  /// Runs `body` in one transaction, which is durable when this returns, and undone if it throws.
  @discardableResult
  package func write<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws(Failure) -> T {
    try await run(on: writing) { [self] in
      try writer.withLockUnchecked { try $0.write(body) }
    }
  }

  /// Like ``write(_:)``, but blocks the caller's thread.
  package func writeNow<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) throws(Failure) -> T {
    do {
      return try writer.withLockUnchecked { try $0.write(body) }
    } catch { throw StoreFailure.from(error, name) }
  }

  /// Runs `body` on one snapshot of the file.
  package func read<T: Sendable>(
    _ body: @Sendable (any StoreConnection) throws -> T
  ) async throws(Failure) -> T {
    try await run(on: reading) { [self] in
      try reader.withLockUnchecked { database in
        try database.execute("BEGIN")
        defer { database.rollback() }
        return try body(database)
      }
    }
  }

  /// A number that changes with each write to the file, by any program; nil if it cannot be read
  /// now.
  ///
  /// Waits for nobody, and takes a few microseconds.
  ///
  /// Source: sqlite.org/pragma.html#pragma_data_version.
  package var version: Int64? {
    watcher.withLockUnchecked { database in
      guard let find = try? database.prepare("PRAGMA data_version") else { return nil }
      defer { find.reset() }
      return (try? find.step()) == true ? find.int64(0) : nil
    }
  }

  /// Empties the write-ahead log, so that deleted data is no longer in any file.
  ///
  /// - Returns: false if there is a reader at the moment; the next call or the next start does it
  ///   then.
  @discardableResult
  package func scrub() async throws(Failure) -> Bool {
    try await run(on: writing) { [self] in try writer.withLockUnchecked { try $0.scrub() } }
  }

  private func run<T: Sendable>(
    on thread: SerialThread,
    _ body: @Sendable () throws -> T
  ) async throws(Failure) -> T {
    do {
      return try await thread.run(body)
    } catch { throw StoreFailure.from(error, name) }
  }
}
