import Core
import Journals
import SQLite
import SQLiteJournal
import Testing

/// What a backup says about itself before it is checked from its first row to its last.
@Suite struct BackupOutlineTests {
  private func backup(
    _ folder: String,
    facts count: Int,
    product: String? = nil
  ) async throws
    -> String
  {
    let journal = try SQLiteJournal(path: "\(folder)/source.db")
    if count > 0 { try await journal.add(facts(1...count), after: 0) }
    let path = "\(folder)/backup.db"
    try journal.backup(to: path, product: product)
    return path
  }

  @Test func `a backup tells how much is in it, of when the last is, and whose it is`() async throws
  {
    try await withFolder { folder in
      let path = try await backup(folder, facts: 50, product: "sober")
      let outline = try SQLiteJournal.outline(ofBackup: path)
      #expect(
        outline == BackupOutline(facts: 50, lastAt: Instant(milliseconds: 50), product: "sober")
      )
    }
  }

  @Test func `an empty one has no last moment, and an older one names no product`() async throws {
    try await withFolder { folder in
      let path = try await backup(folder, facts: 0)
      #expect(
        try SQLiteJournal.outline(ofBackup: path) == BackupOutline(facts: 0, lastAt: nil)
      )
    }
  }

  @Test func `a backup tells which spaces are in it`() async throws {
    try await withFolder { folder in
      let path = try await backup(folder, facts: 3)
      let journal = try SQLiteJournal(path: "\(folder)/source.db")
      let spaces = try await journal.spaces()
      #expect(spaces.count == 1)
      #expect(try SQLiteJournal.spaces(ofBackup: path) == spaces)
    }
  }

  @Test func `looking leaves the file and its folder as they were`() async throws {
    try await withFolder { folder in
      let path = try await backup(folder, facts: 3)
      let (bytes, names) = (try readFile(path), filesIn(folder))
      _ = try SQLiteJournal.outline(ofBackup: path)
      #expect(try readFile(path) == bytes)
      #expect(filesIn(folder) == names)
    }
  }

  @Test func `what is no backup is told, and what is of a newer version too`() async throws {
    try await withFolder { folder in
      let path = try await backup(folder, facts: 3)
      let whole = try readFile(path)
      try writeFile("\(folder)/noise.db", whole.map { $0 ^ 0x55 })
      try writeFile("\(folder)/empty.db", [])
      try Database(path: "\(folder)/foreign.db", mode: .readWriteCreate).execute(
        "CREATE TABLE notes(text)"
      )
      for name in ["noise", "empty", "foreign"] {
        let error = await trouble {
          _ = try SQLiteJournal.outline(ofBackup: "\(folder)/\(name).db")
        }
        #expect(error?.code == .damaged, "\(name)")
      }
      try Database(path: path, mode: .readWrite).setUserVersion(9)
      #expect(await trouble { _ = try SQLiteJournal.outline(ofBackup: path) }?.code == .tooNew)
      let missing = await trouble { _ = try SQLiteJournal.outline(ofBackup: "\(folder)/none.db") }
      #expect(missing?.message.contains("There is no file") == true)
    }
  }

  @Test func `half a journal is still known as one, and another database is not`() async throws {
    try await withFolder { folder in
      let path = try await backup(folder, facts: 50)
      let whole = try readFile(path)
      try writeFile("\(folder)/cut.db", Array(whole[..<(whole.count / 2)]))
      try writeFile("\(folder)/text.db", Array(repeating: 65, count: 100))
      try writeFile("\(folder)/short.db", Array(whole[..<20]))
      try Database(path: "\(folder)/foreign.db", mode: .readWriteCreate).execute(
        "CREATE TABLE notes(text)"
      )
      let known = ["backup", "cut", "text", "short", "foreign", "none"].filter {
        SQLiteJournal.isJournal("\(folder)/\($0).db")
      }
      #expect(known == ["backup", "cut"])
    }
  }
}
