import SQLite

/// A table of a store, as its migrations make it.
package struct StoreTable: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case integer = "INTEGER"
    case text = "TEXT"
    case blob = "BLOB"
  }

  package struct Column: Sendable, Equatable {
    package let name: String
    package let kind: Kind
  }

  /// A column that refers to the key of another table.
  package struct Reference: Sendable, Equatable {
    package let column: String
    package let table: String
  }

  package let name: String
  package let columns: [Column]
  /// The columns of the primary key, in its order.
  package let key: [String]
  package let references: [Reference]
  /// The columns, other than those of the key, in which no two rows may have the same values.
  package let unique: Set<String>
}

extension StoreSchema {
  /// The tables of the store, each after those that it refers to.
  ///
  /// They are read from an empty database in memory that the migrations have made, so no list of
  /// tables can miss one.
  package func tables() throws -> [StoreTable] {
    let database = try Database(path: ":memory:", mode: .readWriteCreate)
    for step in migrations { try database.execute(step) }
    var left = try StoreTable.all(in: database)
    var sorted: [StoreTable] = []
    while !left.isEmpty {
      let waiting = Set(left.map(\.name))
      let ready = left.filter { $0.references.allSatisfy { !waiting.contains($0.table) } }
      precondition(!ready.isEmpty, "tables refer to each other in a circle: \(waiting.sorted())")
      sorted += ready
      left.removeAll { table in ready.contains(table) }
    }
    return sorted
  }
}

extension StoreTable {
  fileprivate static func all(in database: Database) throws -> [StoreTable] {
    let names = try database.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { $0.text(0) }
    return try names.map { try StoreTable($0, in: database) }
  }

  private init(_ name: String, in database: Database) throws {
    self.name = name
    let found = try database.all(
      "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid",
      .text(name)
    ) { row in (column: Column(name: row.text(0), kind: try row.word(1)), place: row.int(2)) }
    columns = found.map(\.column)
    key = found.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.column.name)
    precondition(!key.isEmpty, "the table \(name) has no primary key")
    references = try database.all(
      "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?) ORDER BY \"from\"",
      .text(name)
    ) { Reference(column: $0.text(0), table: $0.text(1)) }
    unique = Set(
      try database.all(
        """
        SELECT columns.name FROM pragma_index_list(?) AS indexes, pragma_index_info(indexes.name)
          AS columns
        WHERE indexes."unique" = 1 AND indexes.origin <> 'pk'
        """,
        .text(name)
      ) { $0.text(0) }
    )
  }
}
