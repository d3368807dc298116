import JournalTesting
import Core
import Journals
import SQLite
import SQLiteJournal
import StoreTesting
import Testing

@testable import Migrating

/// The spaces of a product are copied with everything that a server keeps of them.
@Suite struct JournalCopyTests {
  private func copy(_ source: Diary, _ target: any SyncStore) async throws -> MigrationCounts {
    try await JournalCopy(of: "streaks", from: source.journal, to: target).copy()
  }

  private func findings(_ source: Diary, _ target: any SyncStore) async throws -> [String] {
    try await JournalCopy(of: "streaks", from: source.journal, to: target).compare().differences
  }

  @Test func `spaces are copied whole, and once more nothing is`() async throws {
    try await onEachPair { source, target in
      // More spaces than are copied at a time, and more entries than in a step.
      for number in 0..<40 { try await source.write(number, to: Diary.space(number + 1)) }
      try await source.write(1203, to: Diary.space(7))
      #expect(try await findings(source, target).count == 40)
      let counts = try await copy(source, target)
      #expect(counts == MigrationCounts(spaces: 40, entries: 780 + 1203))
      try await expectAlike(source.journal, target)
      let found = try await JournalCopy(of: "streaks", from: source.journal, to: target).compare()
      #expect(found == JournalComparison(spaces: 40, entries: 780 + 1203))
      #expect(try await copy(source, target) == MigrationCounts())
    }
  }

  @Test func `what is new since is copied, also where only the sync or an alarm has changed`()
    async throws
  {
    try await onEachPair { source, target in
      for number in 1...4 { try await source.write(10, to: Diary.space(number)) }
      _ = try await copy(source, target)
      try await source.write(600, to: Diary.space(1))
      let change = SyncChange(state: [9])
      _ = try await source.journal.append([
        AppendRequest(space: Diary.space(2), after: 10, facts: [], sync: [change])
      ])
      let alarms = [
        AlarmChange(module: "reminders", key: "next", at: nil),
        AlarmChange(module: "streaks", key: "end", at: Instant(milliseconds: 5)),
      ]
      _ = try await source.journal.append([
        AppendRequest(space: Diary.space(3), after: 10, facts: [], alarms: alarms)
      ])
      #expect(try await findings(source, target).count == 3)
      let counts = try await copy(source, target)
      #expect(counts == MigrationCounts(spaces: 3, entries: 600))
      try await expectAlike(source.journal, target)
    }
  }

  @Test func `what was erased at the source is erased in the copy`() async throws {
    try await onEachPair { source, target in
      for number in 1...3 { try await source.write(12, to: Diary.space(number)) }
      _ = try await copy(source, target)
      try await source.journal.erase(Diary.space(1))
      try await source.append([Diary.erasure(13, of: 2)], to: Diary.space(2), after: 12)
      try await source.write(4, to: Diary.space(2))
      _ = try await copy(source, target)
      try await expectAlike(source.journal, target)
      let rows = try await target.read(Diary.space(2), after: 0, limit: 99).rows
      #expect(rows.filter { $0.fact.payload == nil }.map(\.sequence) == [2, 7, 12, 17])
      #expect(try await findings(source, target).isEmpty)
    }
  }

  @Test func `a space that began another epoch, or another history, is copied anew`()
    async throws
  {
    try await onEachPair { source, target in
      for number in 1...2 { try await source.write(8, to: Diary.space(number)) }
      _ = try await copy(source, target)
      let facts = (1...8).reversed().map { Diary.fact($0) }
      try await source.append(facts, to: Diary.space(1), after: 8, epoch: 2, drops: .all)
      try await source.journal.erase(Diary.space(2))
      let other = [Diary.fact(90), Diary.fact(91)]
      try await source.append(other, to: Diary.space(2), after: 0)
      _ = try await copy(source, target)
      try await expectAlike(source.journal, target)
      try await source.journal.erase(Diary.space(2))
      try await source.write(9, to: Diary.space(2))
      _ = try await copy(source, target)
      try await expectAlike(source.journal, target)
    }
  }

  @Test func `an interruption at any write is made up for by the next copy`() async throws {
    try await onEachPair { source, target in
      try await source.write(1100, to: Diary.space(1))
      try await source.write(3, to: Diary.space(2))
      try await source.append([Diary.erasure(4, of: 2)], to: Diary.space(2), after: 3)
      var steps = 0
      while true {
        for space in try await target.spaces() { try await target.erase(space) }
        try await Diary(journal: target).write(5, to: Diary.space(3))
        let wire = Tripwire(after: steps)
        let tripping = TrippingJournal(target, wire)
        do { _ = try await copy(source, tripping) } catch is JournalError {}
        let wasInterrupted = wire.hasTripped
        // Meanwhile the server goes on.
        try await source.write(1, to: Diary.space(2))
        _ = try await copy(source, target)
        try await expectAlike(source.journal, target, "after \(steps) steps")
        guard wasInterrupted else { break }
        steps += 1
      }
      #expect(steps > 6)
    }
  }

  @Test func `what a server writes during the copy is copied then or by the next one`()
    async throws
  {
    try await onEachPair { source, target in
      for number in 1...40 { try await source.write(20, to: Diary.space(number)) }
      let writer = Task {
        for round in 0..<200 { try await source.write(3, to: Diary.space(round % 41 + 1)) }
      }
      for _ in 0..<5 { _ = try await copy(source, target) }
      try await writer.value
      _ = try await copy(source, target)
      try await expectAlike(source.journal, target)
      #expect(try await findings(source, target).isEmpty)
    }
  }

  @Test func `an entry that was changed at the source is named, and not copied`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/a.db"
      let source = Diary(journal: try SQLiteJournal(path: path))
      try await source.write(5, to: Diary.space(1))
      let target = MemoryJournal()
      try Database(path: path, mode: .readWrite)
        .execute("UPDATE facts SET reading = reading + 1 WHERE seq = 3")
      let error = await thrown(DomainError.self) { try await copy(source, target) }
      #expect(error?.code == "migration-damaged")
      #expect(error?.message.contains("entry 3") == true)
      #expect(try target.read(Diary.space(1), after: 0, limit: 9).rows.isEmpty)
    }
  }

  @Test func `a copy that differs anywhere is found`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/b.db"
      let source = Diary(journal: MemoryJournal())
      for number in 1...2 { try await source.write(9, to: Diary.space(number)) }
      let changes = [
        "UPDATE facts SET erasure = 1 WHERE seq = 3", "UPDATE facts SET form = NULL, body = NULL",
        "DELETE FROM facts WHERE seq = 9", "UPDATE sync_states SET state = x'00'",
        "UPDATE sync_runs SET details = (SELECT details FROM sync_runs ORDER BY position DESC) "
          + "WHERE position = 1", "DELETE FROM alarms", "DELETE FROM sync_runs WHERE position > 1",
      ]
      for (number, change) in changes.enumerated() {
        let target = try SQLiteJournal(path: "\(path)\(number)")
        _ = try await copy(source, target)
        #expect(try await findings(source, target).isEmpty)
        try Database(path: target.path, mode: .readWrite).execute(change)
        #expect(try await !findings(source, target).isEmpty, "\(change)")
      }
    }
  }
}
