import Core
import EngineDriving
import Journals
import SQLite
import SQLiteJournal
import Testing

@Suite struct RecentVerificationTests {
  @Test func `a chain is verified once an hour, and what was added at once`() async throws {
    try await withFolder { folder async throws in
      let path = "\(folder)/journal.db"
      let journal = try SQLiteJournal(path: path)
      try await journal.add(facts(1...5), after: 0)
      let clock = ManualClock(Instant(seconds: 7200))
      let chains = RecentVerification(journal, clock: clock)
      #expect(try await chains.verify(home) == ChainReport(rows: 5, erased: 0, firstBroken: nil))
      let edit = "UPDATE facts SET reading = reading + 1 WHERE space = 1 AND seq ="
      try Database(path: path, mode: .readWrite).execute("\(edit) 2")
      clock.set(clock.now().advanced(bySeconds: 3599))
      try await journal.add(facts(6...7), after: 5)
      #expect(try await chains.verify(home) == ChainReport(rows: 7, erased: 0, firstBroken: nil))
      clock.set(clock.now().advanced(bySeconds: 1))
      #expect(try await chains.verify(home).firstBroken == 2)
      // What is broken is not known, so it is looked at each time.
      try Database(path: path, mode: .readWrite).execute("\(edit) 1")
      #expect(try await chains.verify(home).firstBroken == 1)
    }
  }
}
