import CSQLite
import Glibc

/// A prepared statement: bind, step until there is no row, reset.
///
/// Columns count from 0 and parameters from 1, as in SQLite. Must not be used on several threads at
/// once, like the ``Database`` it belongs to.
public final class Statement {
  /// The storage class of a value.
  public enum ValueType: Sendable {
    case integer
    case double
    case text
    case blob
    case null
  }

  let handle: OpaquePointer
  /// The SQL text it was prepared from.
  public let sql: String
  /// The number of columns in its rows; 0 for a statement that returns none.
  let columnCount: Int

  /// Prepares the first statement in `sql`; empty text is an error.
  init(_ sql: String, in database: OpaquePointer, kept: Bool) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let flags = kept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let result = sqlite3_prepare_v3(database, sql, -1, flags, &prepared, nil)
    guard result == SQLITE_OK else { throw SQLiteError(result, database, sql: sql) }
    guard let prepared else {
      throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "there is no statement", sql: sql)
    }
    handle = prepared
    self.sql = sql
    columnCount = Int(sqlite3_column_count(prepared))
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether it has been stepped and has neither finished nor been reset.
  public var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

  // MARK: Parameters

  public func bind(_ index: Int, _ value: Int64) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, Int32(index), value))
  }

  public func bind(_ index: Int, _ value: Int) throws(SQLiteError) {
    try bind(index, Int64(value))
  }

  public func bind(_ index: Int, _ value: Double) throws(SQLiteError) {
    try check(sqlite3_bind_double(handle, Int32(index), value))
  }

  public func bind(_ index: Int, _ value: String) throws(SQLiteError) {
    var text = value
    let result = text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) {
        trellis_sqlite3_bind_text(handle, Int32(index), $0.baseAddress, Int32($0.count))
      }
    }
    try check(result)
  }

  public func bind(_ index: Int, _ value: [UInt8]) throws(SQLiteError) {
    let result = value.withUnsafeBytes {
      trellis_sqlite3_bind_blob(handle, Int32(index), $0.baseAddress, Int32($0.count))
    }
    try check(result)
  }

  /// Binds a copy of `bytes`.
  public func bind(_ index: Int, bytes: UnsafeRawBufferPointer) throws(SQLiteError) {
    try check(
      trellis_sqlite3_bind_blob(handle, Int32(index), bytes.baseAddress, Int32(bytes.count))
    )
  }

  /// Binds a 128-bit number as 16 bytes, the most significant first, so that they sort alike.
  public func bind(_ index: Int, _ value: UInt128) throws(SQLiteError) {
    let result = withUnsafeBytes(of: value.bigEndian) {
      trellis_sqlite3_bind_blob(handle, Int32(index), $0.baseAddress, Int32($0.count))
    }
    try check(result)
  }

  public func bind(_ index: Int, _ value: Int64?) throws(SQLiteError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  public func bind(_ index: Int, _ value: Double?) throws(SQLiteError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  public func bind(_ index: Int, _ value: String?) throws(SQLiteError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  public func bind(_ index: Int, _ value: [UInt8]?) throws(SQLiteError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  public func bind(_ index: Int, _ value: UInt128?) throws(SQLiteError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  public func bindNull(_ index: Int) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, Int32(index)))
  }

  // MARK: Running

  /// Steps to the next row; false if there is none.
  ///
  /// The statement is reset after false or an error.
  public func step() throws(SQLiteError) -> Bool {
    errno = 0
    let result = sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    let error = result == SQLITE_DONE ? nil : SQLiteError(result, database, sql: sql)
    sqlite3_reset(handle)
    if let error { throw error }
    return false
  }

  /// Runs a statement and ignores its rows.
  public func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Resets it to run again with the same parameters.
  public func reset() { sqlite3_reset(handle) }

  /// Sets all parameters to NULL and frees their values.
  public func clearBindings() { sqlite3_clear_bindings(handle) }

  // MARK: Columns of the current row

  /// The value as an integer; 0 for NULL, and for text that is no number.
  public func int64(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  /// The same as ``int64(_:)``.
  public func int(_ column: Int) -> Int { Int(int64(column)) }

  /// The value as a number; 0 for NULL, and for text that is no number.
  public func double(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// The value as text, with invalid UTF-8 repaired; empty for NULL.
  public func text(_ column: Int) -> String {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The value's bytes; empty for NULL.
  public func blob(_ column: Int) -> [UInt8] { withBlob(column) { [UInt8]($0) } }

  /// Calls `body` with the value's bytes, without copying them; they are valid until the next step.
  public func withBlob<T>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
    let start = sqlite3_column_blob(handle, Int32(column))
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// A 128-bit number from 16 bytes, the most significant first; nil for other values.
  public func uint128(_ column: Int) -> UInt128? {
    withBlob(column) {
      $0.count == 16 ? UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) : nil
    }
  }

  /// Whether the value is NULL, which reads as 0 or as empty otherwise.
  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// The storage class of the value as it is stored, whatever it is read as.
  public func type(_ column: Int) -> ValueType {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .double
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// The names of the columns, in order, as the statement or the table gives them.
  public var columnNames: [String] {
    (0..<columnCount).map {
      sqlite3_column_name(handle, Int32($0)).map { String(cString: $0) } ?? ""
    }
  }

  private var database: OpaquePointer? { sqlite3_db_handle(handle) }

  @inline(__always)
  private func check(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw SQLiteError(result, database, sql: sql) }
  }
}
