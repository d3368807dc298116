import Core

/// A connection to the tables of a store, within a transaction.
///
/// A statement has one text for all kinds of databases, in the SQL that SQLite and PostgreSQL share.
/// Its parameters are `?` one after the other, or `?1`, `?2` and so on, but not both.
package protocol StoreConnection {
  /// Runs a statement; returns the number of rows that it changed.
  @discardableResult
  func run(_ sql: String, with values: [SQLValue]) throws -> Int

  /// Runs a statement once with each of several lists of values.
  func run(_ sql: String, withEach values: [[SQLValue]]) throws

  /// Calls `body` with the rows of a query, one after the other, until it returns false.
  func read(_ sql: String, with values: [SQLValue], _ body: (any StoreRow) throws -> Bool) throws
}

extension StoreConnection {
  /// Runs a statement; returns the number of rows that it changed.
  @discardableResult
  package func run(_ sql: String, _ values: SQLValue...) throws -> Int {
    try run(sql, with: values)
  }

  /// Returns the first row of a query; nil if there is none.
  package func first<T>(
    _ sql: String,
    _ values: SQLValue...,
    read: (any StoreRow) throws -> T
  ) throws -> T? {
    var found: T?
    try self.read(sql, with: values) { row in
      found = try read(row)
      return false
    }
    return found
  }

  /// All rows of a query.
  package func all<T>(
    _ sql: String,
    _ values: SQLValue...,
    read: (any StoreRow) throws -> T
  ) throws -> [T] {
    var rows: [T] = []
    try self.read(sql, with: values) { row in
      rows.append(try read(row))
      return true
    }
    return rows
  }

  /// Whether a query has a row.
  package func has(_ sql: String, _ values: SQLValue...) throws -> Bool {
    var isFound = false
    try read(sql, with: values) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Returns the number in the first row of a query; 0 if there is none.
  package func number(_ sql: String, _ values: SQLValue...) throws -> Int {
    var number = 0
    try read(sql, with: values) { row in
      number = row.int(0)
      return false
    }
    return number
  }
}

/// A value to bind to a statement.
package enum SQLValue: Sendable, Hashable {
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
