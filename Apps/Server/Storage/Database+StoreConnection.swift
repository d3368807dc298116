import SQLite

extension Database: StoreConnection {
  @discardableResult
  package func run(_ sql: String, with values: [SQLValue]) throws -> Int {
    try bound(sql, values).run()
    return changes
  }

  package func run(_ sql: String, withEach values: [[SQLValue]]) throws {
    for values in values { try run(sql, with: values) }
  }

  package func read(
    _ sql: String,
    with values: [SQLValue],
    _ body: (any StoreRow) throws -> Bool
  ) throws {
    let statement = try bound(sql, values)
    defer { statement.reset() }
    while try statement.step() {
      guard try body(statement) else { return }
    }
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

extension Statement: StoreRow {
  package func damaged(_ column: Int) -> any Error {
    SQLiteError(
      extendedCode: SQLiteError.damagedCode,
      message: "column \(column) has an impossible value",
      sql: sql
    )
  }
}
