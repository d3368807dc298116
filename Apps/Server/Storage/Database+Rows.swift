import Core
import SQLite

/// A value to bind to a statement.
package enum SQLValue {
  case integer(Int64)
  case text(String)
  case blob([UInt8])
  case null

  package static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
  package static func at(_ instant: Instant) -> SQLValue { .integer(instant.milliseconds) }
  package static func id(_ id: some Identifier) -> SQLValue {
    .blob(withUnsafeBytes(of: id.rawValue.bigEndian) { [UInt8]($0) })
  }
  package static func id(_ id: (some Identifier)?) -> SQLValue {
    if let id { .id(id) } else { .null }
  }
  package static func blob(_ bytes: [UInt8]?) -> SQLValue {
    if let bytes { SQLValue.blob(bytes) } else { .null }
  }
}

extension Database {
  /// Runs a statement; returns the number of rows that it changed.
  @discardableResult
  package func run(_ sql: String, _ values: SQLValue...) throws -> Int {
    try bound(sql, values).run()
    return changes
  }

  /// Returns the first row of a query; nil if there is none.
  package func first<T>(
    _ sql: String,
    _ values: SQLValue...,
    read: (Statement) throws -> T
  ) throws -> T? {
    let statement = try bound(sql, values)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return try read(statement)
  }

  /// All rows of a query.
  package func all<T>(
    _ sql: String,
    _ values: SQLValue...,
    read: (Statement) throws -> T
  ) throws -> [T] {
    let statement = try bound(sql, values)
    defer { statement.reset() }
    var rows: [T] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// Whether a query has a row.
  package func has(_ sql: String, _ values: SQLValue...) throws -> Bool {
    let statement = try bound(sql, values)
    defer { statement.reset() }
    return try statement.step()
  }

  /// Returns the number in the first row of a query.
  package func number(_ sql: String, _ values: SQLValue...) throws -> Int {
    let statement = try bound(sql, values)
    defer { statement.reset() }
    return try statement.step() ? statement.int(0) : 0
  }

  private func bound(_ sql: String, _ values: [SQLValue]) throws(SQLiteError) -> Statement {
    let statement = try prepare(sql)
    for (index, value) in values.enumerated() {
      switch value {
      case .integer(let value): try statement.bind(index + 1, value)
      case .text(let value): try statement.bind(index + 1, value)
      case .blob(let value): try statement.bind(index + 1, value)
      case .null: try statement.bindNull(index + 1)
      }
    }
    return statement
  }
}

extension Statement {
  package func instant(_ column: Int) -> Instant { Instant(milliseconds: int64(column)) }

  package func optionalInstant(_ column: Int) -> Instant? { isNull(column) ? nil : instant(column) }

  package func optionalBlob(_ column: Int) -> [UInt8]? { isNull(column) ? nil : blob(column) }

  /// - Throws: an error of a damaged file for a value that is not an id.
  package func id<ID: Identifier>(_ column: Int) throws -> ID {
    guard let value = uint128(column) else { throw damaged(column) }
    return ID(rawValue: value)
  }

  package func optionalID<ID: Identifier>(_ column: Int) throws -> ID? {
    isNull(column) ? nil : try id(column)
  }

  /// - Throws: an error of a damaged file for a word that this version does not know.
  package func word<T: RawRepresentable>(_ column: Int) throws -> T where T.RawValue == String {
    guard let value = T(rawValue: text(column)) else { throw damaged(column) }
    return value
  }

  /// The error for a value that this program never writes.
  package func damaged(_ column: Int) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLiteError.damagedCode,
      message: "column \(column) has an impossible value",
      sql: sql
    )
  }
}
