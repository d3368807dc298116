import ServerStorage

/// Copies all tables of a store to another place, by their differences.
///
/// It knows no table by name: what there is follows from the migrations of the store. All calls block
/// the caller, and may be repeated after they were interrupted anywhere: each transaction brings the
/// target nearer to the source.
package struct TableCopy {
  /// The rows that are written in one transaction.
  private static let batch = 500

  package let schema: StoreSchema
  private let source: any BulkStore
  private let target: any BulkStore
  private let tables: [StoreTable]
  /// Conditions for the rows that are copied, by the names of tables.
  private let conditions: [String: String]

  /// - Parameter conditions: for the rows that are copied, by the names of tables; of other tables
  ///   all are.
  package init(
    of schema: StoreSchema,
    from source: any BulkStore,
    to target: any BulkStore,
    where conditions: [String: String] = [:]
  ) throws {
    self.schema = schema
    self.source = source
    self.target = target
    self.conditions = conditions
    tables = try schema.tables()
  }

  /// Makes the target equal to one state of the source.
  ///
  /// - Returns: the number of rows that were written or removed.
  package func copy() throws -> Int {
    try source.read { source in
      var changes = 0
      // First what is gone goes, so that no new row meets an old one with the same unique value.
      for table in tables.reversed() {
        changes += try apply(from: source, table, obsoleteKey) { target, keys in
          for key in keys { try remove(key, from: table, in: target) }
        }
      }
      for table in tables {
        changes += try apply(from: source, table, missingValues) { target, rows in
          try target.run(table.upsert, withEach: rows)
        }
      }
      return changes
    }
  }

  /// Compares both sides, and changes nothing.
  package func compare() throws -> TableComparison {
    try source.read { source in
      try target.read { target in
        var result = TableComparison()
        for table in tables {
          result.rows += try merge(table, source, target) { difference in
            result.differences[table.name, default: 0] += 1
          }
        }
        return result
      }
    }
  }

  /// Whether the target has no rows.
  package func isTargetEmpty() throws -> Bool {
    try target.read { target in
      for table in tables {
        let condition = conditions[table.name].map { "WHERE \($0)" } ?? ""
        if try target.has("SELECT 1 FROM \(table.name) \(condition) LIMIT 1") { return false }
      }
      return true
    }
  }

  // MARK: Differences

  private enum Difference {
    /// The target lacks a row.
    case missing(StoredRow)
    /// The target has another row under the same key.
    case other(source: StoredRow, target: StoredRow)
    /// The target has a row that the source lacks.
    case extra(StoredRow)
  }

  /// The key of a row that has to go: it is gone from the source, or has a unique value there that
  /// another row of the target may have.
  private func obsoleteKey(_ difference: Difference, _ table: StoreTable) -> [SQLValue]? {
    switch difference {
    case .missing: nil
    case .extra(let row): row.key
    case .other(let source, let target):
      table.unique.contains { source.value(of: $0, in: table) != target.value(of: $0, in: table) }
        ? target.key : nil
    }
  }

  /// The values of a row that has to be written.
  private func missingValues(_ difference: Difference, _ table: StoreTable) -> [SQLValue]? {
    switch difference {
    case .missing(let row), .other(source: let row, target: _): row.values
    case .extra: nil
    }
  }

  /// Writes what follows from the differences of a table, some at a time; returns how much it was.
  private func apply(
    from source: any StoreConnection,
    _ table: StoreTable,
    _ values: (Difference, StoreTable) -> [SQLValue]?,
    _ write: (any StoreConnection, [[SQLValue]]) throws -> Void
  ) throws -> Int {
    var count = 0
    var waiting: [[SQLValue]] = []
    func flush() throws {
      if waiting.isEmpty { return }
      try target.write { try write($0, waiting) }
      count += waiting.count
      waiting = []
    }
    _ = try target.read { target in
      try merge(table, source, target) { difference in
        guard let found = values(difference, table) else { return }
        waiting.append(found)
        if waiting.count == TableCopy.batch { try flush() }
      }
    }
    try flush()
    return count
  }

  /// Walks through both sides of a table at once; returns the number of rows of the source.
  @discardableResult
  private func merge(
    _ table: StoreTable,
    _ source: any StoreConnection,
    _ target: any StoreConnection,
    _ body: (Difference) throws -> Void
  ) throws -> Int {
    var sources = RowPages(of: table, in: source, where: conditions[table.name])
    var targets = RowPages(of: table, in: target, where: conditions[table.name])
    var (left, right) = (try sources.next(), try targets.next())
    var count = 0
    while true {
      switch (left, right) {
      case (nil, nil): return count
      case (let row?, nil):
        try body(.missing(row))
        left = try sources.next()
        count += 1
      case (nil, let row?):
        try body(.extra(row))
        right = try targets.next()
      case (let row?, let other?) where row.precedes(other):
        try body(.missing(row))
        left = try sources.next()
        count += 1
      case (let row?, let other?) where other.precedes(row):
        try body(.extra(other))
        right = try targets.next()
      case (let row?, let other?):
        if row != other { try body(.other(source: row, target: other)) }
        (left, right) = (try sources.next(), try targets.next())
        count += 1
      }
    }
  }

  // MARK: Statements

  /// Removes a row, after those that refer to it: they are copied again if they are still in the
  /// source.
  private func remove(
    _ key: [SQLValue],
    from table: StoreTable,
    in target: any StoreConnection
  ) throws {
    for child in tables {
      for reference in child.references where reference.table == table.name {
        let keys = try target.all(
          "SELECT \(child.list) FROM \(child.name) WHERE \(reference.column) = ?",
          key[0]
        ) { try StoredRow($0, of: child).key }
        for key in keys { try remove(key, from: child, in: target) }
      }
    }
    let condition = table.key.map { "\($0) = ?" }.joined(separator: " AND ")
    try target.run("DELETE FROM \(table.name) WHERE \(condition)", with: key)
  }
}

/// What a comparison of a store's tables has found.
package struct TableComparison: Sendable, Equatable {
  /// The rows of the source.
  package var rows = 0
  /// The rows that differ, or that only one side has, by table.
  package var differences: [String: Int] = [:]
}

extension StoreTable {
  /// The statement that writes a row, whether or not there is one with its key.
  fileprivate var upsert: String {
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let others = columns.map(\.name).filter { !key.contains($0) }
    let changes = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return """
      INSERT INTO \(name) (\(list)) VALUES (\(places))
      ON CONFLICT (\(key.joined(separator: ", "))) \
      DO \(others.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
      """
  }
}
