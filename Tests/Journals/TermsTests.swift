import Core
import Journals
import SQLite
import SQLiteJournal
import Testing

/// What rows share is stored once, and nothing about a fact is lost, or hidden, by that.
@Suite struct TermsTests {
  private func check(_ number: Int, about entity: EntityID, mark: String = "done") -> FactRecord {
    fact(
      number,
      about: entity,
      payload:
        #"{"day":"2026-03-01","entry":{"at":\#(number),"mark":"\#(mark)"},"habit":"\#(entity)"}"#
    )
  }

  private func count(_ journal: SQLiteJournal, _ condition: String) throws -> Int64? {
    try Database(path: journal.path, mode: .readWrite).integer(
      "SELECT count(*) FROM \(condition)"
    )
  }

  @Test func `facts of all shapes come back as they were, in another process too`() async throws {
    try await withFolder { folder in
      let payloads = [
        "{\"a\":1}", "{ \"a\" : 1 }", "", "[]", "null", "\u{0}\u{1}", "{\"a\":\"open",
        "{\"habit\":\"\(run)\"}", "{\"habit\":\"\(read)\"}", String(repeating: "x", count: 5000),
      ]
      var facts: [FactRecord] = []
      for (place, payload) in payloads.enumerated() {
        for entity in [nil, run, read] {
          facts.append(fact(10 * place + facts.count % 3 + 1, about: entity, payload: payload))
        }
      }
      facts.append(
        FactRecord(
          id: FactID(rawValue: 1 << 127),
          stamp: HybridTimestamp(
            clock: HybridTime(rawValue: .max),
            device: DeviceID(rawValue: .max)
          ),
          kind: "",
          version: -1,
          entity: EntityID(rawValue: .max),
          payload: [0xFF, 0xFE]
        )
      )
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add(facts, after: 0)
      #expect(try await journal.all().map(\.fact) == facts.map { $0.hashed() })
      let other = try SQLiteJournal(path: journal.path)
      #expect(try await other.all().map(\.fact) == facts.map { $0.hashed() })
      #expect(try await other.verify(home).firstBroken == nil)
      #expect(try await other.findings() == [])
    }
  }

  @Test func `kinds that only look equal keep their bytes`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      let kinds = ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"]
      let facts = kinds.enumerated().map { place, kind in
        FactRecord(
          id: FactID(rawValue: UInt128(place)),
          stamp: fact(1).stamp,
          kind: kind,
          version: 1,
          entity: nil,
          payload: Array("{}".utf8)
        )
      }
      try await journal.add(facts, after: 0)
      let read = try await SQLiteJournal(path: journal.path).all().map { Array($0.fact.kind.utf8) }
      #expect(read == kinds.map { Array($0.utf8) })
      #expect(try await journal.verify(home).firstBroken == nil)
    }
  }

  @Test(
    arguments: [
      ("UPDATE terms SET value = 'other.fact' WHERE sort = 1 AND key = 2", 3),
      ("UPDATE terms SET value = zeroblob(16) WHERE sort = 2 AND key = 1", 1),
      ("UPDATE terms SET value = 8 WHERE sort = 3", 1),
      ("UPDATE terms SET value = CAST(value AS TEXT) WHERE sort = 4", 1),
      ("UPDATE terms SET value = CAST(replace(CAST(value AS TEXT), 'mark', 'hint') AS BLOB)", 1),
      ("UPDATE terms SET value = x'7B057D' WHERE sort = 4 AND key = 1", 1),
      ("UPDATE terms SET value = x'1F' WHERE sort = 4 AND key = 1", 1),
      ("UPDATE terms SET value = NULL WHERE sort = 4", 1),
      ("UPDATE terms SET value = NULL WHERE sort = 1 AND key = 2", 3),
      ("DELETE FROM terms WHERE sort = 2 AND key = 2", 2),
      ("DELETE FROM terms WHERE sort = 3", 1),
      (
        "UPDATE terms SET key = 9 WHERE sort = 2 AND key = 1; "
          + "UPDATE terms SET key = 1 WHERE sort = 2 AND key = 2; "
          + "UPDATE terms SET key = 2 WHERE sort = 2 AND key = 9", 1
      ),
    ] as [(String, Int)]
  )
  func `verify names the first row that a change of the terms changes`(
    _ sql: String,
    _ row: Int
  ) async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add([check(1, about: run), check(2, about: read)], after: 0)
      try await journal.add([fact(3, erases: true), check(4, about: run)], after: 2)
      try edit(journal.path, sql)
      let changed = try SQLiteJournal(path: journal.path)
      do {
        #expect(try await changed.verify(home).firstBroken == row)
      } catch {
        // Where not one row can be read.
        #expect("\(error)".contains("entry \(row) is missing"))
      }
      if sql.contains("DELETE") || sql.contains("NULL") {
        #expect(try await changed.findings().contains { $0.contains("is not there") })
      }
    }
  }

  @Test func `a form that another program chose is read, one of a newer version is not`()
    async throws
  {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add(
        (1...4).map { fact($0, about: run, payload: "{\"n\":\($0)}") },
        after: 0
      )
      // All of the payload as one text, and a hole that this version does not know.
      try edit(
        journal.path,
        """
        INSERT INTO terms VALUES (1, 4, 7, x'05'), (1, 4, 8, x'7B226E223A0B7D');
        UPDATE facts SET form = 7, body = CAST(char(7) || '{"n":2}' AS BLOB) WHERE seq = 2;
        UPDATE facts SET form = 8 WHERE seq = 4;
        """
      )
      let changed = try SQLiteJournal(path: journal.path)
      #expect(try await changed.all().map(\.text) == ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}", ""])
      #expect(try await changed.verify(home) == ChainReport(rows: 3, erased: 0, firstBroken: 4))
      // What is written next is as it would be without them.
      try await changed.add([fact(5, about: run, payload: "{\"n\":5}")], after: 4)
      #expect(try await changed.all().last?.text == "{\"n\":5}")
    }
  }

  @Test func `a space has only so many forms, and further payloads are stored as they are`()
    async throws
  {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      let facts = (1...500).map { fact($0, payload: "{\"name\($0 % 450)x\":\($0)}") }
      try await journal.add(facts, after: 0)
      #expect(try count(journal, "terms WHERE sort = 4") == 400)
      #expect(try await journal.all().map(\.fact) == facts.map { $0.hashed() })
    }
  }

  /// The number in letters: "b" for 1, "ba" for 10.
  private func word(_ number: Int) -> String {
    String(String(number).unicodeScalars.map { Character(Unicode.Scalar($0.value + 49) ?? "a") })
  }

  @Test func `only so many forms have words in them, and further words are values`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      let facts = (1...300).map { fact($0, payload: "{\"note\":\"\(word($0))\"}") }
      try await journal.add(facts, after: 0)
      // 200 with a word, and one for all others.
      #expect(try count(journal, "terms WHERE sort = 4") == 201)
      #expect(try count(journal, "facts WHERE form IS NULL") == 0)
      #expect(try await journal.all().map(\.fact) == facts.map { $0.hashed() })
    }
  }

  // MARK: Erasure

  @Test func `a word leaves the file with the last payload that has it`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      let facts = [(1, run), (2, read)].map { number, entity in
        fact(number, about: entity, payload: #"{"note":"unspoken","of":\#(number)}"#)
      }
      try await journal.add(facts, after: 0)
      for (number, entity) in [(3, run), (4, read)] {
        try await journal.checkpoint()
        #expect(contains(try readFile(journal.path), "unspoken"))
        try await journal.add([fact(number, about: entity, erases: true)], after: number - 1)
      }
      try await journal.checkpoint()
      for name in filesIn(folder) {
        #expect(!contains(try readFile("\(folder)/\(name)"), "unspoken"), "\(name)")
      }
      #expect(try await journal.verify(home).firstBroken == nil)
    }
  }

  private func secret(_ number: Int, about entity: EntityID) -> FactRecord {
    fact(number, about: entity, payload: "{\"a very private word\":\(number)}")
  }

  @Test func `names of members leave the file with the last payload that has them`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add([secret(1, about: run), secret(2, about: read)], after: 0)
      try await journal.add([fact(3, about: run, erases: true)], after: 2)
      #expect(try await journal.all()[1].fact == secret(2, about: read).hashed())
      try await journal.checkpoint()
      #expect(contains(try readFile(journal.path), "a very private word"))
      try await journal.add([fact(4, about: read, erases: true)], after: 3)
      try await journal.checkpoint()
      for name in filesIn(folder) {
        #expect(!contains(try readFile("\(folder)/\(name)"), "a very private word"), "\(name)")
      }
      // The form's number is used for no other.
      try await journal.add([secret(5, about: work.entity), fact(6)], after: 4)
      #expect(try count(journal, "terms WHERE sort = 4 AND key = 1 AND value IS NULL") == 1)
      #expect(try await journal.all()[4].fact == secret(5, about: work.entity).hashed())
      #expect(try await journal.findings() == [])
    }
  }

  @Test func `a form that another process has dropped is not used`() async throws {
    try await withFolder { folder in
      let (one, two) = (
        try SQLiteJournal(path: "\(folder)/journal.db"),
        try SQLiteJournal(path: "\(folder)/journal.db")
      )
      try await one.add([secret(1, about: run)], after: 0)
      #expect(try await two.all().count == 1)
      try await two.add([fact(2, about: run, erases: true)], after: 1)
      try await one.add([secret(3, about: read)], after: 2)
      for journal in [one, two] {
        #expect(try await journal.all().last?.fact == secret(3, about: read).hashed())
        #expect(try await journal.findings() == [])
      }
    }
  }

  @Test func `terms of a batch that was rolled back are given anew`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add(facts(1...2), after: 0)
      try await journal.add(facts(1...2), to: work, after: 0)
      try edit(journal.path, "UPDATE spaces SET head_hash = zeroblob(32) WHERE key = 2")
      _ = await trouble {
        _ = try await journal.append([
          AppendRequest(space: home, after: 2, facts: [check(3, about: run)]),
          AppendRequest(space: work, after: 2, facts: [fact(3)]),
        ])
      }
      try edit(
        journal.path,
        """
        UPDATE spaces SET head_hash = (SELECT chain_hash FROM facts WHERE space = 2 AND seq = 2)
          WHERE key = 2
        """
      )
      // Another process gives the same numbers to other things.
      let other = try SQLiteJournal(path: journal.path)
      try await other.add([fact(4, about: read, payload: "{\"other\":1}")], after: 2)
      try await journal.add([check(5, about: run)], after: 3)
      #expect(try await other.all().last?.fact == check(5, about: run).hashed())
      #expect(try await other.verify(home).firstBroken == nil)
    }
  }

  @Test func `an erased space leaves no terms`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add([secret(1, about: run)], after: 0)
      try await journal.add([check(1, about: read)], to: work, after: 0)
      try await journal.erase(home)
      #expect(try count(journal, "terms WHERE space = 1") == 0)
      #expect(!contains(try readFile(journal.path), "a very private word"))
      #expect(try await journal.all(work).count == 1)
    }
  }

  @Test func `an older backup loses the names of members that its journal erases`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add([secret(1, about: run), check(2, about: read)], after: 0)
      try journal.backup(to: "\(folder)/older.db")
      try await journal.add([fact(3, about: run, erases: true)], after: 2)
      try journal.backup(to: "\(folder)/newer.db")
      let copy = "\(folder)/copy.db"
      try SQLiteJournal.copyBackup(
        "\(folder)/older.db",
        to: copy,
        erasingLike: "\(folder)/newer.db"
      )
      #expect(!contains(try readFile(copy), "a very private word"))
      #expect(try await SQLiteJournal(path: copy).all()[1].fact == check(2, about: read).hashed())
    }
  }
}

extension SpaceID {
  /// An entity that no other test has.
  fileprivate var entity: EntityID { EntityID(rawValue: rawValue) }
}
