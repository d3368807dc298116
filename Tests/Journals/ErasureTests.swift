import Core
import Journals
import SQLite
import SQLiteJournal
import Testing

/// Erased data remains in no file.
@Suite struct ErasureTests {
  private let secret = "a text that nobody may read again"

  private func traces(in folder: String) throws -> [String] {
    try filesIn(folder).filter { contains(try readFile("\(folder)/\($0)"), secret) }
  }

  @Test func `an erased text is gone from all files while the journal is open`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      // Long enough to need separate pages, in addition to the short ones.
      let long = String(repeating: secret, count: 300)
      try await journal.add(
        [fact(1, about: run, payload: secret), fact(2, about: run, payload: long)] + facts(3...90),
        after: 0
      )
      try await journal.keep(snapshot(of: home, set: 1, at: 90, long))
      #expect(try traces(in: folder) == ["journal.db-wal"])
      try await journal.checkpoint()
      #expect(try traces(in: folder) == ["journal.db"])
      try await journal.add([fact(91, about: run, erases: true)], after: 90)
      #expect(try traces(in: folder).isEmpty)
      #expect(try await journal.verify(home) == ChainReport(rows: 91, erased: 2, firstBroken: nil))
    }
  }

  @Test func `what is damaged can be erased, and is named`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add(
        (1...4).map { fact($0, about: run, payload: "{\"a\":\($0)}") },
        after: 0
      )
      try edit(
        journal.path,
        "UPDATE facts SET form = 99 WHERE seq = 2; UPDATE facts SET kind = 99 WHERE seq = 3"
      )
      try await journal.add([fact(5, about: run, erases: true)], after: 4)
      let database = try Database(path: journal.path, mode: .readWrite)
      #expect(try database.integer("SELECT count(*) FROM facts WHERE body IS NULL") == 4)
      #expect(try await SQLiteJournal(path: journal.path).verify(home).firstBroken == 2)
    }
  }

  @Test func `an erased space is gone from all files`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      try await journal.add([fact(1, payload: secret)], after: 0)
      try await journal.erase(home)
      #expect(try traces(in: folder).isEmpty)
    }
  }

  @Test func `a reader in the way delays it until the next write`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let journal = try SQLiteJournal(path: path, timeout: 50)
      try await journal.add([fact(1, about: run, payload: secret)], after: 0)
      let other = try Database(path: path, mode: .readOnly)
      try other.execute("BEGIN")
      _ = try other.integer("SELECT count(*) FROM facts")
      try await journal.add([fact(2, about: run, erases: true)], after: 1)
      #expect(try traces(in: folder) == ["journal.db-wal"])
      try other.execute("COMMIT")
      try await journal.add([fact(3)], after: 2)
      #expect(try traces(in: folder).isEmpty)
    }
  }

  @Test func `an erasure that a crash cut short is finished at the next opening`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      try await {
        let other = try await {
          let journal = try SQLiteJournal(path: path)
          try await journal.add([fact(1, about: run, payload: secret)], after: 0)
          let other = try Database(path: path, mode: .readOnly)
          try other.execute("BEGIN")
          _ = try other.integer("SELECT count(*) FROM facts")
          try await journal.add([fact(2, about: run, erases: true)], after: 1)
          return other
        }()
        #expect(try traces(in: folder) == ["journal.db-wal"])
        try other.execute("COMMIT")
        try other.keepLogOnClose()
      }()
      #expect(try traces(in: folder) == ["journal.db-wal"])
      _ = try SQLiteJournal(path: path)
      #expect(try traces(in: folder).isEmpty)
    }
  }
}
