import Core
import Glibc
import Journals
import SQLiteJournal
import Testing

/// An older backup loses what its journal erases later.
@Suite struct BackupErasureTests {
  private let secret = "{\"title\":\"a very private word\"}"

  /// Backups from before and after the entity `run` was erased.
  private func makeBackups(_ folder: String) async throws -> (older: String, newer: String) {
    let journal = try SQLiteJournal(path: "\(folder)/journal.db")
    try await journal.add(facts(1...10), after: 0)
    try await journal.add([fact(11, about: run, payload: secret)], after: 10)
    try await journal.add([fact(12, about: read)], after: 11)
    try await journal.keep(snapshot(of: home, set: 1, at: 12, secret))
    try await journal.add([fact(1, about: run, payload: "{\"of\":\"work\"}")], to: work, after: 0)
    try journal.backup(to: "\(folder)/older.db")
    try await journal.add([fact(13, about: run, erases: true)], after: 12)
    try journal.backup(to: "\(folder)/newer.db")
    return ("\(folder)/older.db", "\(folder)/newer.db")
  }

  @Test func `what was erased is gone from it, and all else is as it was`() async throws {
    try await withFolder { folder in
      let (older, newer) = try await makeBackups(folder)
      try #require(contains(try readFile(older), "a very private word"))
      let before = try await SQLiteJournal(path: older).all()
      #expect(try SQLiteJournal.hasErased(in: newer, since: older))
      let copy = "\(folder)/copy.db"
      try SQLiteJournal.copyBackup(older, to: copy, erasingLike: newer)
      #expect(!contains(try readFile(copy), "a very private word"))
      #expect(permissions(copy) == 0o600)
      #expect(filesIn(folder).filter { $0.hasPrefix("copy") } == ["copy.db"])
      #expect(try SQLiteJournal.hasErased(in: newer, since: copy) == false)
      #expect(try SQLiteJournal.verifyBackup(copy) == 13)
      let erased = try SQLiteJournal(path: copy)
      let after = try await erased.all()
      #expect(after.map(\.chainHash) == before.map(\.chainHash))
      #expect(after.filter { $0.fact.payload == nil }.map(\.sequence) == [11])
      // The same entity in another space was not erased.
      #expect(try await erased.all(work).first?.fact.payload != nil)
      #expect(try await erased.snapshot(of: home, set: 1) == nil)
      #expect(try await erased.verify(home) == ChainReport(rows: 12, erased: 1, firstBroken: nil))
    }
  }

  @Test func `it is left as it is`() async throws {
    try await withFolder { folder in
      let (older, newer) = try await makeBackups(folder)
      let before = try readFile(older)
      _ = try SQLiteJournal.hasErased(in: newer, since: older)
      try SQLiteJournal.copyBackup(older, to: "\(folder)/copy.db", erasingLike: newer)
      #expect(try readFile(older) == before)
    }
  }

  @Test func `a damaged backup makes no copy`() async throws {
    try await withFolder { folder in
      let (older, newer) = try await makeBackups(folder)
      var bytes = try readFile(older)
      for place in 4096..<8192 { bytes[place] = 0x55 }
      try writeFile(older, bytes)
      _ = await trouble {
        try SQLiteJournal.copyBackup(older, to: "\(folder)/copy.db", erasingLike: newer)
      }
      #expect(filesIn(folder).filter { $0.hasPrefix("copy") } == [])
    }
  }
}
