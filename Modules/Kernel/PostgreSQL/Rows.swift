import CPostgreSQL

/// The rows that a statement returned, in the binary form of the protocol.
///
/// Rows and columns count from 0. A value that does not have the form of the type it is read as is
/// an error of the kind `damaged`, since another program may have changed a table; so is NULL for a
/// number.
public final class Rows {
  private let result: OpaquePointer

  /// - Parameter result: freed together with these rows.
  init(_ result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  /// The number of rows.
  public var count: Int { Int(PQntuples(result)) }

  public var isEmpty: Bool { count == 0 }

  /// The number of columns.
  package var width: Int { Int(PQnfields(result)) }

  /// The results of `read` for the number of each row.
  public func map<T>(
    _ read: (Int) throws(PostgreSQLError) -> T
  ) throws(PostgreSQLError) -> [T] {
    var results: [T] = []
    results.reserveCapacity(count)
    for row in 0..<count { results.append(try read(row)) }
    return results
  }

  /// The number of rows that an INSERT, UPDATE or DELETE changed.
  public var changes: Int {
    guard let text = PQcmdTuples(result) else { return 0 }
    return Int(String(cString: text)) ?? 0
  }

  /// Whether the value is NULL.
  public func isNull(_ row: Int, _ column: Int) -> Bool {
    PQgetisnull(result, Int32(row), Int32(column)) != 0
  }

  /// A value of the type `bigint`.
  public func int64(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Int64 {
    try number(row, column)
  }

  /// The same as ``int64(_:_:)``.
  public func int(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Int {
    Int(try int64(row, column))
  }

  /// A number of 64 bits that was stored as the signed one with the same bits.
  public func uint64(_ row: Int, _ column: Int) throws(PostgreSQLError) -> UInt64 {
    try number(row, column)
  }

  /// A value of the type `uuid`.
  public func uuid(_ row: Int, _ column: Int) throws(PostgreSQLError) -> UInt128 {
    try number(row, column)
  }

  /// A value of the type `boolean`.
  public func bool(_ row: Int, _ column: Int) throws(PostgreSQLError) -> Bool {
    let byte: UInt8 = try number(row, column)
    return byte != 0
  }

  /// The value's bytes; empty for NULL.
  public func bytes(_ row: Int, _ column: Int) -> [UInt8] {
    withBytes(row, column) { [UInt8]($0) }
  }

  /// The value as text, with invalid UTF-8 repaired; empty for NULL.
  public func text(_ row: Int, _ column: Int) -> String {
    withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the value's bytes, without copying them.
  public func withBytes<T>(
    _ row: Int,
    _ column: Int,
    _ body: (UnsafeRawBufferPointer) -> T
  ) -> T {
    let start = PQgetvalue(result, Int32(row), Int32(column))
    let count = Int(PQgetlength(result, Int32(row), Int32(column)))
    return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The elements of an array of the type `uuid[]`.
  ///
  /// Source of the form: `array_send` in PostgreSQL's arrayfuncs.c.
  public func uuids(_ row: Int, _ column: Int) throws(PostgreSQLError) -> [UInt128] {
    let found = withBytes(row, column) { bytes -> [UInt128]? in
      let header = 20
      let stride = 20
      guard bytes.count >= header else { return bytes.count == 12 ? [] : nil }
      let count = Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self)))
      guard bytes.count == header + count * stride else { return nil }
      return (0..<count).map { index in
        let place = header + index * stride + 4
        return UInt128(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt128.self))
      }
    }
    guard let found else { throw unexpected(row, column) }
    return found
  }

  private func number<T: FixedWidthInteger>(
    _ row: Int,
    _ column: Int
  ) throws(PostgreSQLError) -> T {
    let value = withBytes(row, column) { bytes -> T? in
      guard bytes.count == T.bitWidth / 8 else { return nil }
      return T(bigEndian: bytes.loadUnaligned(as: T.self))
    }
    guard let value else { throw unexpected(row, column) }
    return value
  }

  private func unexpected(_ row: Int, _ column: Int) -> PostgreSQLError {
    let name = PQfname(result, Int32(column)).map { String(cString: $0) } ?? "\(column)"
    return .damaged("row \(row) of an answer has an impossible value in \(name)")
  }
}
