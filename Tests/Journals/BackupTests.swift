import Core
import Glibc
import Journals
import SQLite
import SQLiteJournal
import Testing

/// Reliable backups, and restores that destroy nothing.
@Suite struct BackupTests {
  private func makeBackup(_ folder: String) async throws -> String {
    let journal = try SQLiteJournal(path: "\(folder)/source.db")
    try await journal.add(facts(1...50), after: 0)
    try await journal.add(
      [fact(1, about: run), fact(2, about: run, erases: true)],
      to: work,
      after: 0
    )
    try journal.backup(to: "\(folder)/backup.db")
    return "\(folder)/backup.db"
  }

  @Test func `a backup is one private file with everything in it`() async throws {
    try await withFolder { folder in
      let backup = try await makeBackup(folder)
      #expect(filesIn(folder).filter { $0.hasPrefix("backup") } == ["backup.db"])
      #expect(permissions(backup) == 0o600)
      let copy = try SQLiteJournal(path: backup)
      #expect(try await copy.verify(home) == ChainReport(rows: 50, erased: 0, firstBroken: nil))
      #expect(try await copy.verify(work) == ChainReport(rows: 2, erased: 1, firstBroken: nil))
    }
  }

  @Test func `a backup made while somebody writes is whole`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/source.db")
      let writer = Task.detached {
        for number in 0..<400 {
          try await journal.add(facts((number * 2 + 1)...(number * 2 + 2)), after: number * 2)
        }
      }
      for number in 1...5 {
        let path = "\(folder)/backup\(number).db"
        try journal.backup(to: path)
        let copy = try SQLiteJournal(path: path)
        let report = try await copy.verify(home)
        #expect(report.firstBroken == nil)
        // Facts were appended in pairs.
        #expect(report.rows % 2 == 0)
      }
      try await writer.value
      #expect(try await journal.verify(home) == ChainReport(rows: 800, erased: 0, firstBroken: nil))
    }
  }

  @Test func `a backup is a new file and replaces none`() async throws {
    try await withFolder { folder in
      let backup = try await makeBackup(folder)
      let before = try readFile(backup)
      let journal = try SQLiteJournal(path: "\(folder)/source.db")
      for path in [backup, "\(folder)/source.db", "\(folder)/source.db-wal"] {
        let error = await trouble { try journal.backup(to: path) }
        #expect(error?.message.contains("left as it was") == true)
      }
      #expect(try readFile(backup) == before)
      #expect(try await journal.all().count == 50)
    }
  }

  @Test func `no backup is made of a damaged journal`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/source.db"
      _ = try await makeBackup(folder)
      try await SQLiteJournal(path: path).checkpoint()
      let database = try Database(path: path, mode: .readWrite)
      try database.execute("UPDATE facts SET form = NULL, body = x'7B7D' WHERE seq = 7")
      let journal = try SQLiteJournal(path: path)
      let error = await trouble { try journal.backup(to: "\(folder)/second.db") }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("no backup was made") == true)
      #expect(filesIn(folder).filter { $0.hasPrefix("second") } == [])
    }
  }

  @Test func `a restore brings back the backup and keeps what was there`() async throws {
    try await withFolder { folder in
      let backup = try await makeBackup(folder)
      let path = "\(folder)/journal.db"
      let before = try await {
        let journal = try SQLiteJournal(path: path)
        try await journal.add(facts(500...502), after: 0)
        return try await journal.device()
      }()
      let report = try await SQLiteJournal.restore(from: backup, to: path)
      #expect(
        report == RestoreReport(spaces: 2, facts: 52, replaced: "\(path).before-restore-1")
      )
      let restored = try SQLiteJournal(path: path)
      #expect(try await restored.all().count == 50)
      #expect(try await restored.verify(work) == ChainReport(rows: 2, erased: 1, firstBroken: nil))
      #expect(permissions(path) == 0o600)
      let aside = try SQLiteJournal(path: "\(path).before-restore-1")
      #expect(try await aside.all().map(\.fact.id.rawValue) == [500, 501, 502])
      #expect(try await aside.device() == before)
      #expect(filesIn(folder).filter { $0.contains("restoring") } == [])
    }
  }

  @Test func `each restore has a device id of its own and a name of its own for the old`()
    async throws
  {
    try await withFolder { folder in
      let backup = try await makeBackup(folder)
      var devices: Set<DeviceID> = [try await SQLiteJournal(path: backup).device()]
      for number in 1...3 {
        let path = "\(folder)/journal.db"
        let report = try await SQLiteJournal.restore(from: backup, to: path)
        #expect(report.replaced == (number == 1 ? nil : "\(path).before-restore-\(number - 1)"))
        devices.insert(try await SQLiteJournal(path: path).device())
      }
      #expect(devices.count == 4)
    }
  }

  @Test func `a journal that is open during a restore takes no more writes`() async throws {
    try await withFolder { folder in
      let backup = try await makeBackup(folder)
      let path = "\(folder)/journal.db"
      let open = try SQLiteJournal(path: path)
      try await open.add(facts(1...2), after: 0)
      try await SQLiteJournal.restore(from: backup, to: path)
      #expect(await trouble { try await open.add([fact(3)], after: 2) }?.code == .unavailable)
      #expect(try await SQLiteJournal(path: path).verify(home).rows == 50)
    }
  }

  @Test func `a damaged journal can be replaced and is kept`() async throws {
    try await withFolder { folder in
      let backup = try await makeBackup(folder)
      let path = "\(folder)/journal.db"
      try writeFile(path, Array(repeating: 7, count: 9000))
      let report = try await SQLiteJournal.restore(from: backup, to: path)
      let aside = try #require(report.replaced)
      #expect(try readFile(aside) == Array(repeating: 7, count: 9000))
      #expect(try await SQLiteJournal(path: path).all().count == 50)
    }
  }

  @Test func `no file that is not a whole backup replaces anything`() async throws {
    try await withFolder { folder in
      let backup = try await makeBackup(folder)
      let path = "\(folder)/journal.db"
      try await SQLiteJournal(path: path).add(facts(1...3), after: 0)
      let whole = try readFile(backup)
      try writeFile("\(folder)/cut.db", Array(whole[..<(whole.count / 2)]))
      try writeFile("\(folder)/noise.db", whole.map { $0 ^ 0x55 })
      try writeFile("\(folder)/empty.db", [])
      try writeFile("\(folder)/forged.db", whole)
      try Database(path: "\(folder)/forged.db", mode: .readWrite).execute(
        "UPDATE facts SET form = NULL, body = CAST('forged' AS BLOB) WHERE seq = 30"
      )
      try Database(path: "\(folder)/foreign.db", mode: .readWriteCreate).execute(
        "CREATE TABLE notes(text)"
      )
      try writeFile("\(folder)/newer.db", whole)
      try Database(path: "\(folder)/newer.db", mode: .readWrite).setUserVersion(9)
      for name in ["cut", "noise", "empty", "forged", "foreign"] {
        let error = await trouble {
          try await SQLiteJournal.restore(from: "\(folder)/\(name).db", to: path)
        }
        #expect(error?.code == .damaged, "\(name)")
        #expect(error?.message.contains("nothing was replaced") == true, "\(name)")
      }
      let newer = await trouble {
        try await SQLiteJournal.restore(from: "\(folder)/newer.db", to: path)
      }
      #expect(newer?.code == .tooNew)
      let missing = await trouble {
        try await SQLiteJournal.restore(from: "\(folder)/none.db", to: path)
      }
      #expect(missing?.message.contains("Nothing was replaced") == true)
      let refused = await trouble { try await SQLiteJournal.restore(from: folder, to: path) }
      #expect(refused?.message.contains("is a folder. Nothing was replaced") == true)
      let look = await trouble {
        _ = try await SQLiteJournal.checkedCopy(of: folder, at: "\(folder)/look.db")
      }
      #expect(look?.message == refused?.message)
      #expect(await trouble { try await SQLiteJournal.restore(from: path, to: path) } != nil)
      #expect(try await SQLiteJournal(path: path).all().count == 3)
      #expect(filesIn(folder).filter { $0.contains("restor") } == [])
    }
  }
}
