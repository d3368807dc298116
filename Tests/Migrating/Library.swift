import JournalTesting
import ServerStorage

/// A small store whose tables refer to each other.
enum Library {
  static let schema = StoreSchema(
    content: "books",
    namespace: "library",
    applicationID: 0x5472_6C74,
    migrations: [
      """
      CREATE TABLE books(
        number INTEGER PRIMARY KEY,
        author BLOB NOT NULL,
        title TEXT NOT NULL) STRICT, WITHOUT ROWID;
      """,
      """
      DROP TABLE books;
      CREATE TABLE writers(id BLOB PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT, WITHOUT ROWID;
      CREATE TABLE books(
        number INTEGER PRIMARY KEY,
        author BLOB NOT NULL REFERENCES writers(id),
        title TEXT NOT NULL,
        cover BLOB) STRICT, WITHOUT ROWID;
      CREATE TABLE loans(
        book INTEGER NOT NULL REFERENCES books(number),
        reader TEXT NOT NULL,
        since INTEGER,
        PRIMARY KEY(reader, book)) STRICT, WITHOUT ROWID;
      """,
    ]
  )

  /// Fills the store with writers, each with as many books, all of which are lent.
  static func fill(_ store: any BulkStore, writers: Range<Int>, books: Int = 2) throws {
    try store.write { library in
      for writer in writers {
        try library.run("INSERT INTO writers VALUES (?, ?)", id(writer), .text("writer \(writer)"))
        for book in 0..<books {
          let number = SQLValue.integer(writer * 1000 + book)
          let cover: SQLValue = book == 0 ? .null : .blob([0, 255, UInt8(book % 256)])
          try library.run(
            "INSERT INTO books VALUES (?, ?, ?, ?)",
            number,
            id(writer),
            .text("naïve ?' \(book)"),
            cover
          )
          try library.run("INSERT INTO loans VALUES (?, 'ada', ?)", number, .integer(-book))
        }
      }
    }
  }

  static func id(_ writer: Int) -> SQLValue {
    .blob([UInt8(truncatingIfNeeded: writer >> 8), UInt8(truncatingIfNeeded: writer)])
  }

  /// All that the store has, as text.
  static func contents(_ store: any BulkStore) throws -> [String] {
    try store.read { library in
      try library.all("SELECT id, name FROM writers ORDER BY id") { "\($0.blob(0)) \($0.text(1))" }
        + library.all("SELECT number, author, title, cover FROM books ORDER BY number") { row in
          "\(row.int64(0)) \(row.blob(1)) \(row.text(2)) \(row.optionalBlob(3) ?? [7])"
        }
        + library.all("SELECT book, reader, since FROM loans ORDER BY reader, book") { row in
          "\(row.int64(0)) \(row.text(1)) \(row.int64(2))"
        }
    }
  }
}

/// A store whose program is killed before a statement or after a transaction.
final class TrippingStore: BulkStore {
  private let store: any BulkStore
  private let wire: Tripwire

  init(_ store: any BulkStore, _ wire: Tripwire) { (self.store, self.wire) = (store, wire) }

  func read<T>(_ body: (any StoreConnection) throws -> T) throws -> T {
    try store.read { try body(TrippingConnection(connection: $0, wire: wire)) }
  }

  @discardableResult
  func write<T>(_ body: (any StoreConnection) throws -> T) throws -> T {
    let value = try store.write { try body(TrippingConnection(connection: $0, wire: wire)) }
    try wire.step()
    return value
  }
}

private struct TrippingConnection: StoreConnection {
  let connection: any StoreConnection
  let wire: Tripwire

  @discardableResult
  func run(_ sql: String, with values: [SQLValue]) throws -> Int {
    try wire.step()
    return try connection.run(sql, with: values)
  }

  func run(_ sql: String, withEach values: [[SQLValue]]) throws {
    for values in values { try run(sql, with: values) }
  }

  func read(
    _ sql: String,
    with values: [SQLValue],
    _ body: (any StoreRow) throws -> Bool
  ) throws {
    try wire.step()
    try connection.read(sql, with: values, body)
  }
}
