import CSQLite
import Glibc

/// One connection to a database file.
///
/// Deliberately not `Sendable`: SQLite's own mutexes are disabled, so only one thread at a time may
/// use it, and code that shares it between threads must guard it with a lock.
public final class Database {
  /// What a connection may do with its file.
  public enum Mode: Sendable {
    case readOnly
    case readWrite
    /// Creates an empty database if there is none.
    case readWriteCreate

    fileprivate var flags: Int32 {
      switch self {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  let handle: OpaquePointer
  private var kept: [String: Statement] = [:]
  private var pagesInLog: UnsafeMutablePointer<Int32>?

  /// The version of the SQLite library in use, as 3 051 003 for 3.51.3.
  public static var libraryVersion: Int { Int(sqlite3_libversion_number()) }

  /// Opens the file at `path`.
  ///
  /// - Parameter busyTimeout: milliseconds to wait for another connection before
  ///   ``SQLiteError/Kind/busy``.
  public convenience init(
    path: String,
    mode: Mode,
    busyTimeout: Int = 5000
  ) throws(SQLiteError) {
    try self.init(name: path, flags: mode.flags, busyTimeout: busyTimeout)
  }

  /// Configures the library once, before it is first used.
  ///
  /// Without statistics of its memory, which nobody reads, its allocations do not wait for each
  /// other: each one would lock the mutex of all connections.
  ///
  /// Source: sqlite.org/c3ref/c_config_covering_index_scan.html (`SQLITE_CONFIG_MEMSTATUS`).
  private static let isConfigured = trellis_sqlite3_omit_statistics() == SQLITE_OK

  /// - Parameter name: a path, or with `SQLITE_OPEN_URI` a URI.
  init(name: String, flags: Int32, busyTimeout: Int) throws(SQLiteError) {
    // If another library of this process has used SQLite before, it only remains slower.
    _ = Database.isConfigured
    var opened: OpaquePointer?
    errno = 0
    let all = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2(name, &opened, all, nil)
    guard result == SQLITE_OK, let opened else {
      let error = SQLiteError(result, opened)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    sqlite3_busy_timeout(opened, Int32(clamping: busyTimeout))
  }

  /// Statements that are still referenced keep the connection open until they are released.
  deinit {
    kept.removeAll()
    if let pagesInLog {
      sqlite3_wal_hook(handle, nil, nil)
      pagesInLog.deallocate()
    }
    sqlite3_close_v2(handle)
  }

  // MARK: Statements

  /// Runs one or more statements and discards their rows.
  public func execute(_ sql: String) throws(SQLiteError) {
    errno = 0
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw SQLiteError(result, handle, sql: sql) }
  }

  /// Returns a statement ready to bind.
  ///
  /// It is cached, with its latest parameters, so that preparing the same text again costs no
  /// parsing; while the cached one is running, a second one is made.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    if let statement = kept[sql] {
      guard statement.isRunning else { return statement }
      return try Statement(sql, in: handle, kept: false)
    }
    let statement = try Statement(sql, in: handle, kept: true)
    kept[sql] = statement
    return statement
  }

  /// The first column of the first row as an integer; nil if there is no row.
  public func integer(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try Statement(sql, in: handle, kept: false)
    return try statement.step() ? statement.int64(0) : nil
  }

  /// The first column of the first row as text; nil if there is no row.
  public func text(_ sql: String) throws(SQLiteError) -> String? {
    let statement = try Statement(sql, in: handle, kept: false)
    return try statement.step() ? statement.text(0) : nil
  }

  // MARK: Transactions

  /// Runs `body` in one transaction that may write, and rolls it back if it throws.
  public func transaction<T>(_ body: () throws(SQLiteError) -> T) throws(SQLiteError) -> T {
    try execute("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      rollback()
      throw error
    }
  }

  /// Whether a transaction is open on this connection.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Rolls back the open transaction, if any; SQLite may have done so by itself already.
  public func rollback() {
    if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// The number of rows that the latest INSERT, UPDATE or DELETE changed.
  public var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The key (`rowid`) of the row that this connection inserted last; 0 if it inserted none.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  // MARK: Settings

  /// The version of the schema, a number in the file's header.
  public func userVersion() throws(SQLiteError) -> Int {
    Int(try integer("PRAGMA user_version") ?? 0)
  }

  /// Sets what ``userVersion()`` returns; part of the open transaction, if there is one.
  public func setUserVersion(_ version: Int) throws(SQLiteError) {
    try execute("PRAGMA user_version = \(version)")
  }

  /// Sets how many milliseconds to wait for another connection before ``SQLiteError/Kind/busy``.
  public func setBusyTimeout(_ milliseconds: Int) {
    sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
  }

  /// The error of the latest call of this connection.
  var lastError: SQLiteError { SQLiteError(sqlite3_errcode(handle), handle) }

  /// Makes closing the last connection leave the write-ahead log as it is.
  public func keepLogOnClose() throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on: true)
  }

  func configure(_ option: Int32, on: Bool) throws(SQLiteError) {
    let result = trellis_sqlite3_config_flag(handle, option, on ? 1 : 0)
    guard result == SQLITE_OK else { throw SQLiteError(result, handle) }
  }

  // MARK: The write-ahead log

  /// Disables automatic checkpoints and counts the pages of the log instead.
  public func countLogPages() {
    guard pagesInLog == nil else { return }
    let counter = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    counter.initialize(to: 0)
    pagesInLog = counter
    sqlite3_wal_hook(handle, noteLogPages, counter)
  }

  /// The number of pages in the write-ahead log after this connection's latest commit.
  public var logPages: Int { Int(pagesInLog?.pointee ?? 0) }

  /// The extent of a checkpoint.
  public enum Checkpoint: Sendable {
    /// As far as possible without waiting for other connections.
    case passive
    /// Waits for readers (up to the busy timeout), moves everything, and empties the log file.
    case truncate
  }

  /// Moves pages from the write-ahead log into the file; true if none is left in the log.
  @discardableResult
  public func checkpoint(_ kind: Checkpoint) throws(SQLiteError) -> Bool {
    var pages: Int32 = 0
    var moved: Int32 = 0
    let mode = kind == .passive ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    let result = sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, &moved)
    if result == SQLITE_BUSY { return false }
    guard result == SQLITE_OK else { throw SQLiteError(result, handle) }
    if kind == .truncate { pagesInLog?.pointee = 0 }
    return pages == moved
  }
}

private func noteLogPages(
  counter: UnsafeMutableRawPointer?,
  database: OpaquePointer?,
  name: UnsafePointer<CChar>?,
  pages: Int32
) -> Int32 {
  counter?.assumingMemoryBound(to: Int32.self).pointee = pages
  return SQLITE_OK
}
