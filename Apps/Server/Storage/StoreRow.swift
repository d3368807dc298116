import Core

/// A row of a query, whose columns count from 0; valid until the next row.
package protocol StoreRow {
  func isNull(_ column: Int) -> Bool

  /// The value as a number; 0 for NULL.
  func int64(_ column: Int) -> Int64

  /// The value as text; empty for NULL.
  func text(_ column: Int) -> String

  /// The value's bytes; empty for NULL.
  func blob(_ column: Int) -> [UInt8]

  /// The error for a value that this program never writes.
  func damaged(_ column: Int) -> any Error
}

extension StoreRow {
  package func int(_ column: Int) -> Int { Int(int64(column)) }

  package func instant(_ column: Int) -> Instant { Instant(milliseconds: int64(column)) }

  package func optionalInstant(_ column: Int) -> Instant? { isNull(column) ? nil : instant(column) }

  package func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }

  /// - Throws: an error of damaged data for a value that is not an id.
  package func id<ID: Identifier>(_ column: Int) throws -> ID {
    let bytes = blob(column)
    guard bytes.count == 16 else { throw damaged(column) }
    return ID(rawValue: bytes.reduce(0) { $0 << 8 | UInt128($1) })
  }

  package func optionalID<ID: Identifier>(_ column: Int) throws -> ID? {
    isNull(column) ? nil : try id(column)
  }

  /// - Throws: an error of damaged data for a word that this version does not know.
  package func word<T: RawRepresentable>(_ column: Int) throws -> T where T.RawValue == String {
    guard let value = T(rawValue: text(column)) else { throw damaged(column) }
    return value
  }
}
