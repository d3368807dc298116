import JournalTesting
import PostgreSQLTesting
import StoreTesting
import Testing

@testable import Migrating
@testable import ServerStorage

/// The tables of a store are copied by their differences, from each kind of place to each.
@Suite struct TableCopyTests {
  /// Calls `body` with a full source and an empty target; both ways where PostgreSQL is installed.
  private func onEachWay(
    _ body: (_ source: OpenTables, _ target: OpenTables) async throws -> Void
  ) async throws {
    try await onEachSpot { spot in
      try await withFolder { folder in
        let file = StorePlace.file("\(folder)/library.db")
        try await body(
          try OpenTables(file, Library.schema),
          try OpenTables(spot.place("library.db"), Library.schema)
        )
      }
    }
    guard PostgreSQLCluster.isInstalled else { return }
    try await withDatabaseSpot { spot in
      let file = StorePlace.file("\(spot.folder)/library.db")
      try await body(
        try OpenTables(spot.place("library.db"), Library.schema),
        try OpenTables(file, Library.schema)
      )
    }
  }

  private func copy(_ source: any BulkStore, _ target: any BulkStore) throws -> Int {
    try TableCopy(of: Library.schema, from: source, to: target).copy()
  }

  private func differences(
    _ source: any BulkStore,
    _ target: any BulkStore
  ) throws -> [String: Int] {
    try TableCopy(of: Library.schema, from: source, to: target).compare().differences
  }

  @Test func `tables come after those that they refer to, with keys and unique columns`() throws {
    let tables = try Library.schema.tables()
    #expect(tables.map(\.name) == ["writers", "books", "loans"])
    #expect(tables.map(\.key) == [["id"], ["number"], ["reader", "book"]])
    #expect(tables.map(\.unique) == [["name"], [], []])
    #expect(tables[1].columns.map(\.kind) == [.integer, .blob, .text, .blob])
    #expect(tables[2].references == [StoreTable.Reference(column: "book", table: "books")])
  }

  @Test func `everything is copied, and once more nothing`() async throws {
    try await onEachWay { source, target in
      // More than a page and more than a batch.
      try Library.fill(source, writers: 0..<400, books: 2)
      #expect(try differences(source, target) == ["writers": 400, "books": 800, "loans": 800])
      #expect(try copy(source, target) == 2000)
      #expect(try Library.contents(target) == Library.contents(source))
      #expect(try differences(source, target).isEmpty)
      #expect(try copy(source, target) == 0)
    }
  }

  @Test func `what changed is copied, and what is gone goes with all that refers to it`()
    async throws
  {
    try await onEachWay { source, target in
      try Library.fill(source, writers: 0..<20)
      _ = try copy(source, target)
      try source.write { library in
        try library.run("DELETE FROM loans WHERE book >= 3000 AND book < 4000")
        try library.run("DELETE FROM books WHERE number >= 3000 AND number < 4000")
        try library.run("DELETE FROM writers WHERE id = ?", Library.id(3))
        try library.run("UPDATE books SET cover = NULL, title = '' WHERE number = 5001")
        try library.run("UPDATE loans SET since = NULL WHERE book = 6000")
      }
      #expect(try differences(source, target) == ["writers": 1, "books": 3, "loans": 3])
      _ = try copy(source, target)
      #expect(try Library.contents(target) == Library.contents(source))
      #expect(try copy(source, target) == 0)
    }
  }

  @Test func `rows may have exchanged what only one of them can have`() async throws {
    try await onEachWay { source, target in
      try Library.fill(source, writers: 0..<4)
      _ = try copy(source, target)
      try source.write { library in
        try library.run("UPDATE writers SET name = 'between' WHERE id = ?", Library.id(1))
        try library.run("UPDATE writers SET name = 'writer 1' WHERE id = ?", Library.id(2))
        try library.run("UPDATE writers SET name = 'writer 2' WHERE id = ?", Library.id(1))
      }
      _ = try copy(source, target)
      #expect(try Library.contents(target) == Library.contents(source))
    }
  }

  @Test func `what is written to the source during a copy is copied by the next one`()
    async throws
  {
    try await onEachWay { source, target in
      try Library.fill(source, writers: 0..<300)
      let busy = BusyStore(source)
      var next = 300
      busy.onRead = {
        guard next < 310 else { return }
        try Library.fill(source, writers: next..<(next + 1))
        next += 1
      }
      #expect(try copy(busy, target) == 300 * 5)
      #expect(next == 310)
      _ = try copy(source, target)
      #expect(try Library.contents(target) == Library.contents(source))
    }
  }

  @Test func `an interruption at any statement is made up for by the next copy`() async throws {
    try await onEachWay { source, target in
      try Library.fill(source, writers: 0..<3)
      try Library.fill(target, writers: 2..<5)
      try target.write { try $0.run("UPDATE writers SET name = 'x' WHERE id = ?", Library.id(2)) }
      let start = try Library.contents(target)
      var steps = 0
      while true {
        try restore(start, target)
        let wire = Tripwire(after: steps)
        do {
          _ = try copy(TrippingStore(source, wire), TrippingStore(target, wire))
        } catch is Tripwire.Killed {}
        let wasInterrupted = wire.hasTripped
        _ = try copy(source, target)
        #expect(try Library.contents(target) == Library.contents(source), "after \(steps) steps")
        guard wasInterrupted else { break }
        steps += 1
      }
      #expect(steps > 20)
    }
  }

  /// Brings the target back to what it was before the first copy.
  private func restore(_ contents: [String], _ target: OpenTables) throws {
    try target.write { library in
      for table in ["loans", "books", "writers"] { try library.run("DELETE FROM \(table)") }
    }
    try Library.fill(target, writers: 2..<5)
    try target.write { try $0.run("UPDATE writers SET name = 'x' WHERE id = ?", Library.id(2)) }
    #expect(try Library.contents(target) == contents)
  }

  @Test func `a condition leaves rows out on both sides`() async throws {
    try await onEachWay { source, target in
      try Library.fill(source, writers: 0..<2, books: 0)
      try target.write { try $0.run("INSERT INTO writers VALUES (?, 'own')", Library.id(9)) }
      let copy = try TableCopy(
        of: Library.schema,
        from: source,
        to: target,
        where: ["writers": "name <> 'own' AND name <> 'writer 1'"]
      )
      #expect(try copy.isTargetEmpty())
      #expect(try copy.copy() == 1)
      #expect(try !copy.isTargetEmpty())
      #expect(try copy.compare() == TableComparison(rows: 1))
      #expect(try Library.contents(target).count == 2)
    }
  }
}

/// A store to which others write between two reads.
private final class BusyStore: BulkStore {
  private let store: any BulkStore
  var onRead: () throws -> Void = {}

  init(_ store: any BulkStore) { self.store = store }

  func read<T>(_ body: (any StoreConnection) throws -> T) throws -> T {
    try store.read { connection in
      // The state is that of the first statement.
      _ = try connection.number("SELECT count(*) FROM writers")
      return try body(BusyConnection(connection: connection, onRead: onRead))
    }
  }

  @discardableResult
  func write<T>(_ body: (any StoreConnection) throws -> T) throws -> T { try store.write(body) }
}

private struct BusyConnection: StoreConnection {
  let connection: any StoreConnection
  let onRead: () throws -> Void

  func run(_ sql: String, with values: [SQLValue]) throws -> Int {
    try connection.run(sql, with: values)
  }

  func run(_ sql: String, withEach values: [[SQLValue]]) throws {
    try connection.run(sql, withEach: values)
  }

  func read(
    _ sql: String,
    with values: [SQLValue],
    _ body: (any StoreRow) throws -> Bool
  ) throws {
    try onRead()
    try connection.read(sql, with: values, body)
  }
}
