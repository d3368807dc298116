import ServerStorage

/// The rows of a table in the order of its key, read a page at a time.
struct RowPages {
  private static let size = 500

  private let connection: any StoreConnection
  private let table: StoreTable
  /// A condition for the rows that count; nil for all of them.
  private let condition: String?
  private var page: ArraySlice<StoredRow> = []
  private var last: [SQLValue]?
  private var isAtEnd = false

  init(of table: StoreTable, in connection: any StoreConnection, where condition: String?) {
    self.connection = connection
    self.table = table
    self.condition = condition
  }

  /// The next row; nil after the last one.
  mutating func next() throws -> StoredRow? {
    if page.isEmpty, !isAtEnd { try turn() }
    return page.popFirst()
  }

  private mutating func turn() throws {
    var rows: [StoredRow] = []
    try connection.read(query, with: last ?? []) { row in
      rows.append(try StoredRow(row, of: table))
      return true
    }
    isAtEnd = rows.count < Self.size
    last = rows.last?.key ?? last
    page = rows[...]
  }

  private var query: String {
    let key = table.key.joined(separator: ", ")
    let places = table.key.map { _ in "?" }.joined(separator: ", ")
    let conditions = [condition, last.map { _ in "(\(key)) > (\(places))" }].compactMap { $0 }
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    return "SELECT \(table.list) FROM \(table.name)\(filter) ORDER BY \(key) LIMIT \(Self.size)"
  }
}

/// A row of any table.
struct StoredRow: Sendable, Equatable {
  let values: [SQLValue]
  let key: [SQLValue]

  init(_ row: any StoreRow, of table: StoreTable) throws {
    let values = table.columns.enumerated().map { index, column in
      row.isNull(index) ? .null : row.value(index, column.kind)
    }
    self.values = values
    key = table.key.map { name in
      // A key consists of columns of its table.
      table.columns.firstIndex { $0.name == name }.map { values[$0] } ?? .null
    }
  }

  func value(of column: String, in table: StoreTable) -> SQLValue {
    table.columns.firstIndex { $0.name == column }.map { values[$0] } ?? .null
  }

  /// Whether this row comes before another one in the order of their keys.
  func precedes(_ other: StoredRow) -> Bool {
    for (mine, theirs) in zip(key, other.key) where mine != theirs {
      return mine.precedes(theirs)
    }
    return false
  }
}

extension StoreRow {
  fileprivate func value(_ column: Int, _ kind: StoreTable.Kind) -> SQLValue {
    switch kind {
    case .integer: .integer(int64(column))
    // PostgreSQL cannot keep the zero character, so a text that has one counts as it is kept there.
    case .text: .text(text(column).withoutZeros)
    case .blob: .blob(blob(column))
    }
  }
}

extension SQLValue {
  /// The order in which both kinds of databases sort the keys of a table.
  fileprivate func precedes(_ other: SQLValue) -> Bool {
    switch (self, other) {
    case (.integer(let mine), .integer(let theirs)): mine < theirs
    case (.text(let mine), .text(let theirs)): mine.utf8.lexicographicallyPrecedes(theirs.utf8)
    case (.blob(let mine), .blob(let theirs)): mine.lexicographicallyPrecedes(theirs)
    default: false
    }
  }
}

extension StoreTable {
  /// The names of all columns.
  var list: String { columns.map(\.name).joined(separator: ", ") }
}
