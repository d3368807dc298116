import Core
import Journals
import SQLite
import Testing

@testable import SQLiteJournal

/// Rows missing at the end, or replaced there, are noticed.
@Suite struct CutOffTests {
  /// A journal of two spaces with five rows each.
  private func makeJournal(_ folder: String) async throws -> SQLiteJournal {
    let journal = try SQLiteJournal(path: "\(folder)/journal.db")
    try await journal.add(facts(1...5), after: 0)
    try await journal.add(facts(1...5), to: work, after: 0)
    return journal
  }

  /// All ways in which the end of a space can differ from where it was left.
  private static let edits = [
    "DELETE FROM facts WHERE space = 1 AND seq > 3",
    "DELETE FROM facts WHERE space = 1",
    "UPDATE facts SET chain_hash = zeroblob(32) WHERE space = 1 AND seq = 5",
    "UPDATE spaces SET head_hash = zeroblob(32) WHERE key = 1",
    "UPDATE spaces SET head_hash = NULL WHERE key = 1",
    "UPDATE spaces SET head = 9 WHERE key = 1",
  ]

  @Test func `verify names the first row that was cut off`() async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      try edit(journal.path, "DELETE FROM facts WHERE space = 1 AND seq > 3")
      let report = ChainReport(rows: 3, erased: 0, firstBroken: 4)
      #expect(try await journal.verify(home) == report)
      #expect(try await SQLiteJournal(path: journal.path).verify(home) == report)
      #expect(try await journal.verify(work).firstBroken == nil)
      try edit(journal.path, "DELETE FROM facts WHERE space = 1")
      let none = ChainReport(rows: 0, erased: 0, firstBroken: 1)
      #expect(try await journal.verify(home) == none)
    }
  }

  @Test(arguments: edits)
  func `nothing is written over a gap`(_ sql: String) async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      let database = try edit(journal.path, sql)
      let before = try database.integer("SELECT count(*) FROM facts")
      for writer in [journal, try SQLiteJournal(path: journal.path)] {
        // Neither after the confirmed rows nor after the remaining ones, by endless conflicts.
        for after in [3, 5, 9] {
          let error = await trouble { _ = try await writer.add([fact(6)], after: after) }
          #expect(error?.code == .damaged, "after \(after): \(String(describing: error))")
          #expect(error?.message.contains("is damaged. It was left as it is") == true)
        }
        let both = await trouble {
          _ = try await writer.append([
            AppendRequest(space: work, after: 5, facts: [fact(6)]),
            AppendRequest(space: home, after: 5, facts: [fact(6)]),
          ])
        }
        #expect(both?.detail.contains("space \(home)") == true)
      }
      #expect(try database.integer("SELECT count(*) FROM facts") == before)
      // An intact space still accepts facts.
      #expect(try await journal.add([fact(6)], to: work, after: 5) == 6)
    }
  }

  @Test(arguments: edits)
  func `a damaged space keeps no other from being written`(_ sql: String) async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      try edit(journal.path, sql)
      let results = await journal.appendEach([
        AppendRequest(space: work, after: 5, facts: [fact(6)]),
        AppendRequest(space: home, after: 5, facts: [fact(6)]),
        AppendRequest(space: work, after: 6, facts: [fact(7)]),
      ])
      let heads: [AppendResult?] = results.map { try? $0.get() }
      #expect(heads == [.appended(head: 6), nil, .appended(head: 7)])
      #expect(try await journal.all(work).count == 7)
    }
  }

  @Test(arguments: edits)
  func `a damaged space keeps nothing that others append from being written`(
    _ sql: String
  ) async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      try edit(journal.path, sql)
      // As if another program wrote, so that what follows the first append waits together.
      let lock = try FileLock(path: journal.path + ".lock", timeout: 60_000)
      try lock.acquire()
      let first = Task { try await journal.add([fact(6)], to: work, after: 5) }
      #expect(await comesTrue { journal.isWriting && journal.waitingAppends == 0 })
      let broken = Task { try await journal.add([fact(6)], after: 5) }
      #expect(await comesTrue { journal.waitingAppends == 1 })
      let sound = Task { try await journal.add([fact(7)], to: work, after: 6) }
      #expect(await comesTrue { journal.waitingAppends == 2 })
      lock.release()
      #expect(try await first.value == 6)
      #expect(try await sound.value == 7)
      #expect(await trouble { _ = try await broken.value }?.code == .damaged)
      #expect(try await journal.all(work).count == 7)
    }
  }

  @Test func `nothing is written between a head that went back and the rows after it`() async throws
  {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      let back = """
        UPDATE spaces SET head = 3,
          head_hash = (SELECT chain_hash FROM facts WHERE space = 1 AND seq = 3) WHERE key = 1
        """
      let database = try edit(journal.path, back)
      #expect(try await journal.verify(home).firstBroken == 4)
      let error = await trouble { _ = try await journal.add([fact(6)], after: 3) }
      #expect(error?.code == .damaged)
      #expect(try database.integer("SELECT count(*) FROM facts WHERE space = 1") == 5)
    }
  }

  @Test(arguments: edits)
  func `a backup that ends elsewhere is not restored`(_ sql: String) async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      #expect(try await journal.findings() == [])
      try edit(journal.path, sql)
      #expect(try await journal.findings().first?.contains("space \(home)") == true)
      let refusal = await trouble { try journal.backup(to: "\(folder)/backup.db") }
      #expect(refusal?.code == .damaged)
      // A backup that was cut off later, or that another program made.
      try await journal.checkpoint()
      try writeFile("\(folder)/backup.db", try readFile(journal.path))
      let error = await trouble {
        try await SQLiteJournal.restore(from: "\(folder)/backup.db", to: "\(folder)/restored.db")
      }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("nothing was replaced") == true)
    }
  }

  @Test(arguments: [(2, 3), (5, 9), (1, 9)])
  func `an export with a gap is refused`(_ first: Int, _ last: Int) async throws {
    try await withFolder { folder in
      let journal = try await makeJournal(folder)
      #expect(try facts(in: try await archive(of: journal)).count == 5)
      try edit(
        journal.path,
        "DELETE FROM facts WHERE space = 1 AND seq BETWEEN \(first) AND \(last)"
      )
      let error = await trouble { _ = try await archive(of: journal) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("entry \(first) is missing") == true)
    }
  }
}
