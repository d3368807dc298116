import Core
import Journals
import SQLite
import SQLiteJournal
import Testing

/// Files of earlier versions are migrated, or left unchanged.
@Suite struct MigrationTests {
  @Test func `a file of the second version is brought up to date`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let database = try EarlierFile(path, version: 2).database
      let journal = try SQLiteJournal(path: path)
      #expect(try database.userVersion() == 6)
      #expect(try await journal.verify(home) == ChainReport(rows: 5, erased: 0, firstBroken: nil))
      #expect(try await journal.findings() == [])
      // A program of that version may still run: it would take refused facts for facts.
      #expect(throws: SQLiteError.self) { try database.execute("UPDATE facts SET erasing = 0") }
      #expect(try await journal.add([fact(6)], after: 5) == 6)
    }
  }

  @Test func `a file of the first version is brought up to date`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let database = try EarlierFile(path, version: 1).database
      let journal = try SQLiteJournal(path: path)
      #expect(try database.userVersion() == 6)
      let ends = try database.prepare("SELECT head, head_hash FROM spaces ORDER BY key")
      #expect(try ends.step())
      #expect(ends.int(0) == 5)
      #expect(try await ends.blob(1) == journal.all().last?.chainHash.bytes)
      #expect(try ends.step())
      #expect(ends.int(0) == 0)
      #expect(ends.isNull(1))
      ends.reset()
      #expect(try await journal.verify(home) == ChainReport(rows: 5, erased: 0, firstBroken: nil))
      #expect(try await journal.findings() == [])
      #expect(try await journal.all().map(\.fact.id.rawValue) == [1, 2, 3, 4, 5])
      // It continues where it was.
      #expect(try await journal.add([fact(6)], after: 5) == 6)
      #expect(try await journal.add([fact(1)], to: work, after: 0) == 1)
      #expect(try await journal.verify(home).firstBroken == nil)
      #expect(try await journal.next() == -100)
      #expect(try await journal.claim(at: -100, until: 0).map(\.key) == ["a"])
      #expect(try await journal.claim(at: -100, until: 0).isEmpty)
    }
  }

  @Test func `what cannot be brought up to date is left as it was`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let database = try EarlierFile(path, version: 1).database
      // Prevents the second of several steps.
      try database.execute("ALTER TABLE spaces ADD COLUMN head_hash BLOB")
      #expect(await trouble { _ = try SQLiteJournal(path: path) } != nil)
      #expect(try database.userVersion() == 1)
      let columns = "SELECT group_concat(name) FROM pragma_table_info('spaces')"
      #expect(try database.text(columns) == "key,id,last_erasure,head_hash")
      #expect(try database.integer("SELECT count(*) FROM facts") == 5)
      try database.execute("ALTER TABLE spaces DROP COLUMN head_hash")
      let journal = try SQLiteJournal(path: path)
      #expect(try await journal.verify(home) == ChainReport(rows: 5, erased: 0, firstBroken: nil))
    }
  }

  @Test func `a program of the first version that still runs can write no more`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let old = try EarlierFile(path, version: 1)
      let journal = try SQLiteJournal(path: path)
      // The old version knows no heads: what it wrote would be missing for all others.
      #expect(throws: SQLiteError.self) { try old.insert(fact(6), 6, .start) }
      #expect(try await journal.all().count == 5)
      #expect(try await journal.add([fact(6)], after: 5) == 6)
    }
  }
}
