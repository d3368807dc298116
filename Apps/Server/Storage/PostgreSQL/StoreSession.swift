import PostgreSQL

/// A connection within one transaction, which begins with the first statement.
final class StoreSession: StoreConnection {
  private let connection: Connection
  private let book: StatementBook
  /// The statement that begins the transaction; nil once it was sent.
  private var begin: PostgreSQL.Statement?
  /// The first error, after which nothing of the transaction can be kept.
  private(set) var failure: PostgreSQLError?

  init(_ connection: Connection, _ book: StatementBook, begin: PostgreSQL.Statement) {
    self.connection = connection
    self.book = book
    self.begin = begin
  }

  /// Whether something was sent, so that there is a transaction to end.
  var hasBegun: Bool { begin == nil }

  @discardableResult
  func run(_ sql: String, with values: [SQLValue]) throws -> Int {
    try answers([book.bound(sql, values)]).changes
  }

  /// Sends all at once, so that they take one round trip.
  func run(_ sql: String, withEach values: [[SQLValue]]) throws {
    if !values.isEmpty { _ = try answers(values.map { book.bound(sql, $0) }) }
  }

  func read(
    _ sql: String,
    with values: [SQLValue],
    _ body: (any StoreRow) throws -> Bool
  ) throws {
    let rows = try answers([book.bound(sql, values)])
    for index in 0..<rows.count {
      let row = AnswerRow(rows, index)
      let goesOn = try body(row)
      if let failure = row.failure { throw failure }
      guard goesOn else { return }
    }
  }

  /// Runs statements, of which there is at least one, and returns the rows of the last.
  private func answers(_ queries: [BoundStatement]) throws(PostgreSQLError) -> Rows {
    if let failure { throw failure }
    let opening = begin.map { [$0.alone] } ?? []
    begin = nil
    do throws(PostgreSQLError) {
      guard let last = try connection.run(opening + queries).last else {
        throw PostgreSQLError(.other, "no answer")
      }
      return last
    } catch {
      failure = error
      throw error
    }
  }
}

/// The prepared statements of a connection by their texts.
///
/// It outlives the connection: each new one prepares them again under the same names.
final class StatementBook {
  private struct Key: Hashable {
    let sql: String
    /// The types of the values are a part of a prepared statement, and NULL has none.
    let types: [PostgreSQL.ValueType]
  }

  private var statements: [Key: PostgreSQL.Statement] = [:]

  func bound(_ sql: String, _ values: [SQLValue]) -> BoundStatement {
    statement(Key(sql: sql, types: values.map(\.type))).with { parameters in
      for value in values { value.add(to: &parameters) }
    }
  }

  private func statement(_ key: Key) -> PostgreSQL.Statement {
    if let known = statements[key] { return known }
    let statement = PostgreSQL.Statement(
      "store \(statements.count + 1)",
      key.types,
      SQLTranslation.statement(key.sql)
    )
    statements[key] = statement
    return statement
  }
}

extension SQLValue {
  fileprivate var type: PostgreSQL.ValueType {
    switch self {
    case .integer: .bigint
    case .text: .text
    case .blob: .bytea
    case .null: .unspecified
    }
  }

  fileprivate func add(to parameters: inout Parameters) {
    switch self {
    case .integer(let value): parameters.add(value)
    case .text(let value): parameters.add(value.withoutZeros)
    case .blob(let value): parameters.add(value)
    case .null: parameters.addNull()
    }
  }
}

extension String {
  /// This text as PostgreSQL can keep it: it refuses the zero character, which SQLite keeps.
  package var withoutZeros: String {
    utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self
  }
}

/// A row of an answer.
final class AnswerRow: StoreRow {
  private let rows: Rows
  private let index: Int
  /// The first value that was read as a number and is not one.
  private(set) var failure: PostgreSQLError?

  init(_ rows: Rows, _ index: Int) {
    self.rows = rows
    self.index = index
  }

  func isNull(_ column: Int) -> Bool { rows.isNull(index, column) }

  /// Reads all of PostgreSQL's integers, and its booleans, which conditions result in.
  func int64(_ column: Int) -> Int64 {
    if isNull(column) { return 0 }
    let number = rows.withBytes(index, column) { bytes -> Int64? in
      switch bytes.count {
      case 1: Int64(bytes[0])
      case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      default: nil
      }
    }
    if let number { return number }
    failure = failure ?? .damaged("column \(column) is no number")
    return 0
  }

  func text(_ column: Int) -> String { rows.text(index, column) }

  func blob(_ column: Int) -> [UInt8] { rows.bytes(index, column) }

  func damaged(_ column: Int) -> any Error {
    PostgreSQLError.damaged("column \(column) has an impossible value")
  }
}
