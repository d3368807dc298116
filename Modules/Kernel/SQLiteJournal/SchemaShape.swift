import SQLite

/// The tables, indexes, views and triggers of a database, as SQLite understands them.
///
/// Compared instead of their SQL, which depends on the version of SQLite that migrated the file.
struct SchemaShape: Equatable {
  /// The definition of each object, by its kind and name.
  private var objects: [Object: [String]] = [:]

  /// A table, index, view or trigger.
  struct Object: Hashable {
    let kind: String
    let name: String
  }

  /// What differs from the expected shape.
  enum Difference: Equatable, CustomStringConvertible {
    case foreign(Object)
    case missing(Object)
    case changed(Object)

    var description: String {
      switch self {
      case .foreign(let object): "the \(object.kind) “\(object.name)” does not belong to it"
      case .missing(let object): "the \(object.kind) “\(object.name)” is missing"
      case .changed(let object): "the \(object.kind) “\(object.name)” is not as it was made"
      }
    }
  }

  init(of database: Database) throws(SQLiteError) {
    let find = try database.prepare(
      "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    defer { find.reset() }
    while try find.step() {
      let object = Object(kind: find.text(0), name: find.text(1))
      objects[object] = try SchemaShape.definition(of: object, in: database)
    }
  }

  /// The shape that the migrations of this version make.
  static func expected() throws(SQLiteError) -> SchemaShape {
    let database = try Database(path: ":memory:", mode: .readWriteCreate)
    try Schema.migrate(database, from: 0)
    return try SchemaShape(of: database)
  }

  private static func definition(
    of object: Object,
    in database: Database
  ) throws(SQLiteError) -> [String] {
    switch object.kind {
    case "table":
      try lines(
        """
        SELECT name || ' ' || type || ' ' || "notnull" || ' ' || coalesce(dflt_value, '') || ' ' || pk
          || ' ' || hidden FROM pragma_table_xinfo(?1)
        UNION ALL SELECT wr || ' ' || strict FROM pragma_table_list WHERE name = ?1
        """,
        object,
        database
      )
    case "index":
      try lines(
        """
        SELECT coalesce(name, '') || ' ' || "desc" || ' ' || coll || ' ' || key
          FROM pragma_index_xinfo(?1)
        UNION ALL SELECT list."unique" || ' ' || list.partial FROM sqlite_schema AS made,
          pragma_index_list(made.tbl_name) AS list WHERE made.name = ?1 AND list.name = ?1
        """,
        object,
        database
      )
    default: []
    }
  }

  private static func lines(
    _ sql: String,
    _ object: Object,
    _ database: Database
  ) throws(SQLiteError) -> [String] {
    let find = try database.prepare(sql)
    defer { find.reset() }
    try find.bind(1, object.name)
    var lines: [String] = []
    while try find.step() { lines.append(find.text(0)) }
    return lines
  }

  /// The differences from `expected`, in a fixed order.
  func differences(from expected: SchemaShape) -> [Difference] {
    let all = Set(objects.keys).union(expected.objects.keys)
    return all.sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }.compactMap { object in
      guard let wanted = expected.objects[object] else { return .foreign(object) }
      guard let found = objects[object] else { return .missing(object) }
      return found == wanted ? nil : .changed(object)
    }
  }

  /// Drops the objects that do not belong to a journal.
  ///
  /// - Throws: ``SQLiteError`` for a database that lacks an object or has a changed one.
  static func dropForeign(in database: Database) throws(SQLiteError) {
    for difference in try SchemaShape(of: database).differences(from: try expected()) {
      guard case .foreign(let object) = difference else {
        throw SQLiteError.damaged("\(difference)")
      }
      let name = object.name.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"")
      try database.execute("DROP \(object.kind) IF EXISTS \"\(name)\"")
    }
  }
}
