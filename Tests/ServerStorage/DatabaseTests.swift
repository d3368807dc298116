import PostgreSQL
import PostgreSQLJournal
import PostgreSQLTesting
import ServerStorage
import StoreTesting
import Testing

/// A store in PostgreSQL that other nodes use too, whose server and network may fail.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct DatabaseTests {
  @Test func `values come back as they were`() async throws {
    try await onEachSpot { spot in
      let shelf = try Shelf(spot.place("books.db"))
      let values: [SQLValue] = [.integer(Int64.min), .text("naïve ?'\""), .blob([])]
      try await shelf.tables.write { database in
        try database.run("INSERT INTO books VALUES (?, ?, ?)", with: values)
        try database.run("INSERT INTO books VALUES (?, ?, ?)", .integer(Int64.max), .null, .null)
      }
      try await shelf.tables.read { database in
        let found = try database.all("SELECT number, title, cover FROM books ORDER BY number") {
          ($0.int64(0), $0.isNull(1) ? nil : $0.text(1), $0.optionalBlob(2))
        }
        #expect(found.map(\.0) == [.min, .max])
        #expect(found.map(\.1) == ["naïve ?'\"", nil])
        #expect(found.map(\.2) == [[], nil])
        #expect(try database.number("SELECT max(number) FROM books WHERE title = 'none'") == 0)
        let isKnown = try database.first("SELECT title IS NOT NULL FROM books ORDER BY number") {
          $0.int(0)
        }
        #expect(isKnown == 1)
      }
    }
  }

  @Test func `texts are compared by their bytes, whatever the locale`() async throws {
    try await onEachSpot { spot in
      let shelf = try Shelf(spot.place("books.db"))
      for (number, title) in ["b", "Z", "ä", "a"].enumerated() {
        try await shelf.add(number, title)
      }
      let titles = try await shelf.tables.read { database in
        try database.all("SELECT title FROM books ORDER BY title") { $0.text(0) }
      }
      #expect(titles == ["Z", "a", "b", "ä"])
    }
  }

  @Test func `a text with a zero character is kept without it`() async throws {
    try await withDatabaseSpot { spot in
      let shelf = try Shelf(spot.place("books.db"))
      try await shelf.add(1, "a\0b")
      let title = try await shelf.tables.read { database in
        try database.first("SELECT title FROM books") { $0.text(0) }
      }
      #expect(title == "a\u{FFFD}b")
    }
  }

  @Test func `a value that is no number where one was expected is damage`() async throws {
    try await withDatabaseSpot { spot in
      let shelf = try Shelf(spot.place("books.db"))
      try await shelf.add(1, "one")
      let failure = await failure {
        try await shelf.tables.read { try $0.number("SELECT title FROM books") }
      }
      #expect(failure?.code == .damaged)
    }
  }

  @Test func `a refused call changes nothing, and the next one works`() async throws {
    try await withDatabaseSpot { spot in
      let shelf = try Shelf(spot.place("books.db"))
      try await shelf.add(1)
      let refusal = await thrown(ShelfError.self) {
        try await shelf.tables.write { database in
          try database.run("DELETE FROM books")
          throw ShelfError.taken
        }
      }
      #expect(refusal == .taken)
      #expect(await thrown(ShelfError.self) { try await shelf.add(1) } == .taken)
      try await shelf.add(2)
      #expect(try await shelf.numbers() == [1, 2])
    }
  }

  @Test func `transactions of several nodes that meet are repeated until each has its turn`()
    async throws
  {
    try await withDatabaseSpot { spot in
      let shelves = try (0..<4).map { _ in try Shelf(spot.place("books.db")) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for turn in 0..<60 {
          group.addTask {
            try await shelves[turn % 4].tables.write { database in
              let next = try database.number("SELECT count(*) FROM books") + 1
              try database.run("INSERT INTO books(number) VALUES (?)", .integer(next))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await shelves[0].numbers() == Array(1...60))
    }
  }

  @Test func `a read sees one state, also while another node writes`() async throws {
    try await withDatabaseSpot { spot in
      let shelf = try Shelf(spot.place("books.db"))
      let session = try spot.session()
      try await shelf.add(1)
      let counts = try await shelf.tables.read { [spot] database in
        let before = try database.number("SELECT count(*) FROM books")
        try spot.session().execute("INSERT INTO books(number) VALUES (2)")
        return [before, try database.number("SELECT count(*) FROM books")]
      }
      #expect(counts == [1, 1])
      #expect(try await shelf.numbers() == [1, 2])
      try session.execute("DELETE FROM books")
      #expect(try await shelf.numbers() == [])
    }
  }
}
