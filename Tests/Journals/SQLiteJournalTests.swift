import Core
import Glibc
import Journals
import SQLite
import SQLiteJournal
import Testing

/// What only a journal in a file can do.
@Suite struct SQLiteJournalTests {
  @Test func `what was appended is there after opening the file again`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let alarm = alarm("k", 5)
      let device = try await {
        let journal = try SQLiteJournal(path: path)
        _ = try await journal.append([
          AppendRequest(space: home, after: 0, facts: facts(1...600), alarms: [alarm])
        ])
        try await journal.keep(snapshot(of: home, set: 3, at: 9))
        return try await journal.device()
      }()
      let again = try SQLiteJournal(path: path)
      #expect(try await again.all().count == 600)
      #expect(try await again.verify(home) == ChainReport(rows: 600, erased: 0, firstBroken: nil))
      #expect(try await again.next() == 5)
      #expect(try await again.snapshot(of: home, set: 3)?.sequence == 9)
      #expect(try await again.device() == device)
      #expect(try await again.findings().isEmpty)
    }
  }

  @Test func `the device id stays the same`() async throws {
    try await withFolder { folder in
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      let device = try await journal.device()
      #expect(device.rawValue != 0)
      #expect(try await journal.device() == device)
    }
  }

  @Test func `two open journals see each other's rows and conflicts`() async throws {
    try await withFolder { folder in
      let one = try SQLiteJournal(path: "\(folder)/journal.db")
      let two = try SQLiteJournal(path: "\(folder)/journal.db")
      try await one.add(facts(1...2), after: 0)
      let late = try await two.append([AppendRequest(space: home, after: 0, facts: [fact(3)])])
      #expect(late == [.conflict(head: 2)])
      try await two.add([fact(3)], after: 2)
      #expect(try await one.all().map(\.fact.id.rawValue) == [1, 2, 3])
      // A space that the other journal removed is not written to with its old key.
      try await two.erase(home)
      try await one.add([fact(4)], after: 0)
      #expect(try await two.all().map(\.fact.id.rawValue) == [4])
    }
  }

  @Test func `all files are for this user alone`() async throws {
    try await withFolder { folder in
      // The usual mask of a process, 022, would let others read; another one would be that of all tests
      // that run beside this.
      try await {
        let journal = try SQLiteJournal(path: "\(folder)/a/b/journal.db")
        try await journal.add(facts(1...3), after: 0)
      }()
      #expect(permissions("\(folder)/a") == 0o700)
      #expect(permissions("\(folder)/a/b") == 0o700)
      let files = filesIn("\(folder)/a/b")
      let ends = ["", "-shm", "-wal", ".head", ".lock"]
      #expect(files == ends.map { "journal.db\($0)" })
      for file in files { #expect(permissions("\(folder)/a/b/\(file)") == 0o600, "\(file)") }
    }
  }

  @Test func `a file of a newer version is refused and left as it is`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      try await SQLiteJournal(path: path).add(facts(1...1), after: 0)
      try Database(path: path, mode: .readWrite).setUserVersion(99)
      let error = await trouble { _ = try SQLiteJournal(path: path) }
      #expect(error?.code == .tooNew)
      #expect(error?.message.contains("newer version") == true)
      let database = try Database(path: path, mode: .readOnly)
      #expect(try database.userVersion() == 99)
    }
  }

  @Test func `a database of another program is refused and left as it is`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/other.db"
      try Database(path: path, mode: .readWriteCreate).execute("CREATE TABLE habits(name TEXT)")
      let before = try readFile(path)
      let error = await trouble { _ = try SQLiteJournal(path: path) }
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("not a journal of this program") == true)
      #expect(try readFile(path) == before)
    }
  }

  @Test func `an empty file becomes a journal`() async throws {
    try await withFolder { folder in
      try writeFile("\(folder)/journal.db", [])
      let journal = try SQLiteJournal(path: "\(folder)/journal.db")
      #expect(try await journal.add(facts(1...1), after: 0) == 1)
    }
  }

  @Test(.enabled(if: access("/etc/machine-id", R_OK) == 0, "needs the computer's id"))
  func `a copy on another computer makes a device id of its own`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let first = try await SQLiteJournal(path: path).device()
      // Makes the file look as if it came from another computer.
      try Database(path: path, mode: .readWrite).execute(
        "UPDATE meta SET value = zeroblob(32) WHERE name = 'machine'"
      )
      let second = try await SQLiteJournal(path: path).device()
      #expect(second != first)
      #expect(try await SQLiteJournal(path: path).device() == second)
    }
  }

  @Test func `a lock that another program holds is waited for, then reported`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let journal = try SQLiteJournal(path: path, timeout: 30)
      // Not inherited by the processes that other tests start meanwhile, which would hold it too.
      let holder = open(path + ".lock", O_RDWR | O_CLOEXEC)
      flock(holder, LOCK_EX)
      let error = await trouble { try await journal.add(facts(1...1), after: 0) }
      #expect(error?.code == .busy)
      #expect(error?.message.contains("nothing was lost") == true)
      // Reading does not require the lock.
      #expect(try await journal.all().isEmpty)
      close(holder)
      #expect(try await SQLiteJournal(path: path).add(facts(1...1), after: 0) == 1)
    }
  }

  @Test func `a journal that another program writes to is opened to be read, and written later`()
    async throws
  {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let device = try await {
        let journal = try SQLiteJournal(path: path)
        try await journal.add(facts(1...3), after: 0)
        return try await journal.device()
      }()
      let holder = open(path + ".lock", O_RDWR | O_CLOEXEC)
      flock(holder, LOCK_EX)
      // Whoever waited for the lock would wait for a minute.
      let journal = try SQLiteJournal(path: path, timeout: 60_000)
      #expect(try await journal.all().count == 3)
      #expect(try await journal.device() == device)
      close(holder)
      #expect(try await journal.add([fact(4)], after: 3) == 4)
    }
  }

  @Test func `a path that leads nowhere is reported`() async throws {
    try await withFolder { folder in
      try writeFile("\(folder)/file", [1])
      let below = await trouble { _ = try SQLiteJournal(path: "\(folder)/file/journal.db") }
      #expect(below?.code == .unavailable)
      #expect(below?.message.contains("nothing was lost") == true)
      #expect(mkdir("\(folder)/folder", 0o700) == 0)
      let directory = await trouble { _ = try SQLiteJournal(path: "\(folder)/folder") }
      #expect(directory != nil)
    }
  }

  @Test func `a journal that was replaced under it takes no more writes`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let journal = try SQLiteJournal(path: path)
      try await journal.add(facts(1...1), after: 0)
      rename(path, "\(folder)/moved.db")
      #expect(await trouble { try await journal.add([fact(2)], after: 1) }?.code == .unavailable)
      try writeFile(path, [])
      #expect(await trouble { try await journal.add([fact(2)], after: 1) }?.code == .unavailable)
    }
  }
}
