import FileSystem
import Glibc
import SQLite

/// The writing connection, for one thread at a time.
final class StoreWriter {
  private let name: StoreName
  private let database: Database
  /// Every write and every checkpoint holds this lock.
  ///
  /// Before 3.51.3 SQLite can lose committed data when two connections write and checkpoint at the
  /// same time (the "WAL-reset bug").
  private let lock: AdvisoryLock
  private let identity: FileIdentity
  private let patience: Int

  init(_ name: StoreName, _ schema: StoreSchema, patience: Int) throws {
    let path = name.path
    let lock = try AdvisoryLock(path + ".lock")
    guard lock.acquire(patience: patience) else {
      throw StoreFailure.locked(name, "\(path).lock")
    }
    defer { lock.release() }
    try StoreWriter.prepare(path)
    database = try Database(path: path, mode: .readWrite, busyTimeout: patience)
    let version = try schema.identify(database, path)
    guard chmod(path, 0o600) == 0 else { throw FileError(code: errno) }
    try StoreSchema.makeDurable(database)
    try schema.migrate(database, from: version)
    try database.checkpoint(.truncate)
    guard let identity = FileIdentity(at: path) else { throw FileError(code: errno) }
    self.identity = identity
    self.lock = lock
    self.name = name
    self.patience = patience
  }

  /// Ensures that the file exists; throws if there is a log without it.
  private static func prepare(_ path: String) throws {
    guard DiskSpace.size(of: path) == 0 else { return }
    // SQLite would delete the log, which may contain all the data.
    guard DiskSpace.size(of: path + "-wal") == 0 else {
      throw StoreFailure.stranded(path)
    }
    do throws(FileError) {
      _ = try NewFile(path)
    } catch {
      guard error.isExistingFile else { throw error }
    }
  }

  func write<T>(_ body: (any StoreConnection) throws -> T) throws -> T {
    guard lock.acquire(patience: patience) else {
      throw StoreFailure.locked(name, "\(name.path).lock")
    }
    defer { lock.release() }
    guard identity.isStill(at: name.path) else { throw StoreFailure.replaced(name.path) }
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
