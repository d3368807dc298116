import Core
import Glibc
import Journals
import SQLite
import SQLiteJournal
import Testing

/// A journal without the log that held its last entries is not taken for a whole one.
@Suite struct LostLogTests {
  /// A journal whose file has 20 entries and whose log has 5 more; it is closed.
  private func makeJournal(_ folder: String) async throws -> String {
    let journal = try SQLiteJournal(path: "\(folder)/journal.db")
    _ = try await journal.device()
    try await journal.add(facts(1...20), after: 0)
    try await journal.checkpoint()
    try await journal.add(facts(21...25), after: 20)
    return journal.path
  }

  private func loseLog(_ path: String) throws {
    try #require(readFile(path + "-wal").count > 4096)
    try #require(remove(path + "-wal") == 0)
    remove(path + "-shm")
  }

  private let all: (FactRecord) -> Bool = { _ in true }

  @Test func `a lost log is noticed when the journal is opened, and nothing is changed`()
    async throws
  {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      #expect(try await SQLiteJournal(path: path).findings() == [])
      try loseLog(path)
      let before = try readFile(path)
      for _ in 0..<2 {
        let error = await trouble { _ = try SQLiteJournal(path: path) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("lacks entry 25, which was confirmed") == true)
        #expect(error?.message.contains("Nothing was changed") == true)
        #expect(error?.message.contains("trellis ") == false)
      }
      #expect(try readFile(path) == before)
    }
  }

  @Test func `a journal that is open says so when it is verified`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      let kept = try readFile(path + ".head")
      try loseLog(path)
      try #require(remove(path + ".head") == 0)
      let journal = try SQLiteJournal(path: path)
      try writeFile(path + ".head", kept)
      #expect(try await journal.findings().first?.contains("lacks entry 25") == true)
    }
  }

  @Test func `mending goes on with what is there`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      try loseLog(path)
      guard case .damaged(let findings) = try await JournalDoctor.examine(path, isReadable: all)
      else {
        Issue.record("it is not found damaged")
        return
      }
      #expect(findings.count == 1 && findings[0].contains("lacks entry 25"))
      #expect(try await JournalDoctor.mend(path, isReadable: all).kept == 20)
      let mended = try SQLiteJournal(path: path)
      try await mended.add([fact(30)], after: 20)
      #expect(try await JournalDoctor.examine(path, isReadable: all) == .sound(facts: 21))
    }
  }

  @Test func `a log that is put back makes everything whole again`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      let log = try readFile(path + "-wal")
      try loseLog(path)
      _ = await trouble { _ = try SQLiteJournal(path: path) }
      try writeFile(path + "-wal", log)
      #expect(try await SQLiteJournal(path: path).all().count == 25)
    }
  }

  @Test func `a journal that is gone is not begun anew`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      for suffix in ["", "-wal", "-shm"] { remove(path + suffix) }
      let error = await trouble { _ = try SQLiteJournal(path: path) }
      #expect(error?.message.contains("is gone, in which entry 25 was confirmed") == true)
      #expect(filesIn(folder).contains("journal.db") == false)
      guard case .damaged = try await JournalDoctor.examine(path, isReadable: all) else {
        Issue.record("it is not found damaged")
        return
      }
      try #require(remove(path + ".head") == 0)
      #expect(try await SQLiteJournal(path: path).all().isEmpty)
    }
  }

  @Test func `a journal whose first log is lost is noticed too`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      try await {
        let journal = try SQLiteJournal(path: path)
        _ = try await journal.device()
        try await journal.add(facts(1...3), after: 0)
      }()
      try loseLog(path)
      let error = await trouble { _ = try SQLiteJournal(path: path) }
      #expect(error?.code == .damaged)
    }
  }

  @Test func `an older backup that is restored is no loss`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      let backup = "\(folder)/backup.db"
      try SQLiteJournal(path: path).backup(to: backup)
      try await SQLiteJournal(path: path).add(facts(26...40), after: 25)
      let kept = try readFile(path + ".head")
      try await SQLiteJournal.restore(from: backup, to: path)
      #expect(try await SQLiteJournal(path: path).all().count == 25)
      // Written by a program that still had the old journal, or brought back with other files.
      try writeFile(path + ".head", kept)
      #expect(try await SQLiteJournal(path: path).findings() == [])
    }
  }

  @Test func `a space that was erased is no loss`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      try await SQLiteJournal(path: path).erase(home)
      #expect(try await SQLiteJournal(path: path).findings() == [])
    }
  }

  @Test func `a space that another program erased is no loss for the one that wrote to it`()
    async throws
  {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      try await {
        let journal = try SQLiteJournal(path: path)
        // The second entry is kept when the journal is closed.
        for number in 26...27 { try await journal.add([fact(number)], after: number - 1) }
        try await SQLiteJournal(path: path).erase(home)
        withExtendedLifetime(journal) {}
      }()
      #expect(try await SQLiteJournal(path: path).findings() == [])
    }
  }

  @Test func `what is kept is ignored when it is torn, empty or made up`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      let kept = try readFile(path + ".head")
      try loseLog(path)
      var changed = kept
      changed[60] ^= 1
      for bytes in [[], Array(kept.dropLast(2)), Array(kept.prefix(40)), changed] {
        try writeFile(path + ".head", bytes)
        #expect(try await SQLiteJournal(path: path).all().count == 20)
      }
    }
  }

  @Test func `a batch that was rolled back is not kept as the last entry`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      try await {
        let journal = try SQLiteJournal(path: path)
        let database = try Database(path: path, mode: .readWrite)
        try database.keepLogOnClose()
        try await journal.add(facts(1...2), to: work, after: 0)
        try database.execute("UPDATE spaces SET head_hash = zeroblob(32) WHERE key = 2")
        _ = await trouble {
          _ = try await journal.append([
            AppendRequest(space: home, after: 25, facts: [fact(26)]),
            AppendRequest(space: work, after: 2, facts: [fact(3)]),
          ])
        }
        try database.execute(
          """
          UPDATE spaces SET head_hash =
            (SELECT chain_hash FROM facts WHERE space = 2 AND seq = 2) WHERE key = 2
          """
        )
      }()
      let database = try Database(path: path, mode: .readWrite)
      try database.keepLogOnClose()
      try database.execute("DELETE FROM spaces WHERE key = 2; DELETE FROM facts WHERE space = 2")
      // The last entry that was confirmed is the second one of the other space.
      let error = await trouble { _ = try SQLiteJournal(path: path) }
      #expect(error?.message.contains("lacks entry 2,") == true)
    }
  }
}
