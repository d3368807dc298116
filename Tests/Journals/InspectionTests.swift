import Core
import Journals
import SQLiteJournal
import Testing

/// What somebody changed in the file itself is found, and a restore leaves it behind.
@Suite struct InspectionTests {
  private func makeJournal(_ folder: String) async throws -> SQLiteJournal {
    let journal = try SQLiteJournal(path: "\(folder)/journal.db")
    try await journal.add([fact(1, about: run), fact(2, about: read), fact(3)], after: 0)
    try await journal.add([fact(4, about: run, erases: true)], after: 3)
    try await journal.change([alarm("a", 5)], after: 4)
    return journal
  }

  private static let trigger =
    "CREATE TRIGGER evil AFTER INSERT ON facts BEGIN DELETE FROM facts; END"

  @Test func `a journal as it was made has no findings`() async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      #expect(try await journal.findings() == [])
    }
  }

  @Test(arguments: [
    (trigger, "the trigger “evil” does not belong to it"),
    ("CREATE VIEW mine AS SELECT * FROM facts", "the view “mine” does not belong to it"),
    ("CREATE TABLE mine(a)", "the table “mine” does not belong to it"),
    ("CREATE INDEX mine ON facts(kind)", "the index “mine” does not belong to it"),
    ("DROP INDEX facts_id", "the index “facts_id” is missing"),
    ("DROP TABLE alarms", "the index “alarms_at” is missing"),
    (
      "DROP TABLE meta; CREATE TABLE meta(name TEXT, value BLOB)",
      "the table “meta” is not as it was made"
    ),
    (
      "DROP INDEX facts_id; CREATE INDEX facts_id ON facts(id, space)",
      "the index “facts_id” is not as it was made"
    ),
    (
      "UPDATE facts SET form = NULL, body = NULL WHERE seq = 2",
      "1 entry has lost its contents although nothing erased it"
    ),
    (
      "INSERT INTO alarms(space, module, key, at) VALUES (9, 'm', 'k', 1)",
      "1 row of “alarms” belongs to no space"
    ),
    ("UPDATE facts SET space = 9 WHERE seq = 4", "where they should"),
    (
      "INSERT INTO sync_runs VALUES (1, 7, 1, 1, 99, 0, NULL, x'00')",
      "1 sync entry has no fact"
    ),
    (
      "INSERT INTO sync_runs VALUES (1, 7, 1, 2, 1, 0, NULL, x'00')",
      "1 row of sync entries cannot be read"
    ),
    (
      "INSERT INTO sync_runs VALUES (1, 7, 1, 2, 1, 0, 1, x'0000'), (1, 7, 2, 1, 3, 0, 3, x'00')",
      "two sync entries have the same number"
    ),
    (
      "INSERT INTO sync_runs VALUES (1, 7, 1, 2, 1, 0, 1, x'0000'), (1, 8, 1, 1, 3, 0, 2, x'00')",
      "two sync entries have the same position"
    ),
  ])
  func `changes of the file are found`(_ sql: String, _ finding: String) async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      try edit(journal.path, sql)
      let findings = try await journal.findings()
      #expect(findings.contains { $0.contains(finding) }, "\(findings)")
    }
  }

  @Test func `a trigger in the file has no effect on what is written`() async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      try edit(journal.path, Self.trigger)
      try await SQLiteJournal(path: journal.path).add([fact(5)], after: 4)
      #expect(try await journal.all().count == 5)
    }
  }

  @Test func `a restore takes the rows and none of what does not belong to a journal`() async throws
  {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      try journal.backup(to: "\(folder)/backup.db")
      try edit(
        "\(folder)/backup.db",
        "\(Self.trigger); CREATE TABLE \"a \"\" b\"(c); CREATE VIEW mine AS SELECT 1"
      )
      try await SQLiteJournal.restore(from: "\(folder)/backup.db", to: "\(folder)/restored.db")
      let restored = try SQLiteJournal(path: "\(folder)/restored.db")
      #expect(try await restored.findings() == [])
      #expect(try await restored.all() == journal.all())
    }
  }

  @Test func `a backup that lacks a table is refused`() async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      try journal.backup(to: "\(folder)/backup.db")
      try edit("\(folder)/backup.db", "DROP TABLE erased")
      let error = await trouble {
        try await SQLiteJournal.restore(from: "\(folder)/backup.db", to: "\(folder)/restored.db")
      }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("nothing was replaced") == true)
    }
  }

  @Test(arguments: Store.allCases)
  func `what arrives erased is erased here too, whatever comes later`(_ store: Store) async throws {
    try await store.withJournal { journal async throws in
      try await journal.add([fact(1, about: run).erased(), fact(2, about: run)], after: 0)
      #expect(try await journal.all().map(\.fact.payload) == [nil, nil])
      if let journal = journal as? SQLiteJournal {
        #expect(try await journal.findings() == [])
      }
    }
  }
}
