import PostgreSQL
import PostgreSQLTesting
import ServerStorage
import StoreTesting
import Testing

/// The tables of a store in PostgreSQL come about step by step.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct DatabaseMigrationTests {
  private static let pages = "ALTER TABLE books ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;"

  private static let renamed = "ALTER TABLE books RENAME COLUMN pages TO sheets;"

  private func steps(_ session: Connection) throws -> [String] {
    let found = try session.run(
      Statement("steps", "SELECT name FROM store_migrations ORDER BY name").alone
    )
    return (0..<found.count).map { found.text($0, 0) }
  }

  @Test func `a later version adds what is missing and keeps what is there`() async throws {
    try await withDatabaseSpot { spot in
      try await Shelf(spot.place("books.db")).add(1)
      let later = try Shelf(spot.place("books.db"), [Shelf.books, Self.pages])
      #expect(try steps(spot.session()) == ["shelf 1", "shelf 2"])
      let pages = try await later.tables.read { try $0.number("SELECT pages + 1 FROM books") }
      #expect(pages == 1)
    }
  }

  @Test func `tables of a newer version are refused and left as they are`() async throws {
    try await withDatabaseSpot { spot in
      try await Shelf(spot.place("books.db"), [Shelf.books, Self.pages]).add(1)
      let failure = await failure { _ = try Shelf(spot.place("books.db")) }
      #expect(failure?.code == .tooNew)
      #expect(failure?.message.contains("nothing was lost") == true)
      #expect(try steps(spot.session()) == ["shelf 1", "shelf 2"])
    }
  }

  @Test func `a version starts beside the next one, which only added something`() async throws {
    try await withDatabaseSpot { spot in
      let place = spot.place("books.db")
      let next = try Shelf(place, [Shelf.books, Self.pages], additions: [2])
      let earlier = try Shelf(place)
      try await earlier.add(1)
      try await next.add(2)
      #expect(try await earlier.numbers() == [1, 2])
      // Of the version after the next one, whose change the first one would not survive.
      _ = try Shelf(place, [Shelf.books, Self.pages, Self.renamed], additions: [2])
      #expect(await failure { _ = try Shelf(place) }?.code == .tooNew)
      #expect(await failure { _ = try Shelf(place, [Shelf.books, Self.pages]) }?.code == .tooNew)
    }
  }

  @Test func `a step that fails leaves nothing, and is made at the next start`() async throws {
    try await withDatabaseSpot { spot in
      let broken = "CREATE TABLE shelves(number INTEGER); CREATE TABLE books(number INTEGER);"
      let failure = await failure {
        _ = try Shelf(spot.place("books.db"), [Shelf.books, broken])
      }
      #expect(failure?.code == .unavailable)
      #expect(try steps(spot.session()) == ["shelf 1"])
      _ = try Shelf(
        spot.place("books.db"),
        [Shelf.books, "CREATE TABLE shelves(number INTEGER) STRICT;"]
      )
      #expect(try steps(spot.session()) == ["shelf 1", "shelf 2"])
    }
  }

  @Test func `nodes that start together migrate once`() async throws {
    for _ in 0..<8 {
      try await withDatabaseSpot { spot in
        let shelves = try await withThrowingTaskGroup(of: Shelf.self) { group in
          for _ in 0..<6 {
            group.addTask { try Shelf(spot.place("books.db"), [Shelf.books, Self.pages]) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(try steps(spot.session()) == ["shelf 1", "shelf 2"])
        try await shelves[0].add(1)
        #expect(try await shelves[5].numbers() == [1])
      }
    }
  }
}
