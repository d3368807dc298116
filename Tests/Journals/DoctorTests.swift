import Core
import Glibc
import Journals
import SQLite
import SQLiteJournal
import Testing

/// A damaged journal is mended with all that can be read, and nothing is destroyed on the way.
@Suite struct DoctorTests {
  private func makeJournal(_ folder: String) async throws -> String {
    let journal = try SQLiteJournal(path: "\(folder)/journal.db")
    try await journal.add(facts(1...30), after: 0)
    try await journal.add([fact(31, about: run), fact(32, about: run, erases: true)], after: 30)
    try await journal.add(facts(1...3), to: work, after: 0)
    return journal.path
  }

  private func edit(_ path: String, _ sql: String) throws {
    let database = try Database(path: path, mode: .readWrite)
    try database.execute(sql)
    _ = try database.checkpoint(.truncate)
  }

  private let all: (FactRecord) -> Bool = { _ in true }

  @Test func `a sound journal needs nothing`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      #expect(try await JournalDoctor.examine(path, isReadable: all) == .sound(facts: 35))
      #expect(try await JournalDoctor.examine(folder + "/none.db", isReadable: all) == .absent)
      #expect(filesIn(folder).contains("none.db") == false)
    }
  }

  @Test func `what lost its contents without an erasure is named, and erases nothing`() async throws
  {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      try await SQLiteJournal(path: path).add((1...4).map { fact($0, about: run) }, after: 0)
      try edit(path, "UPDATE facts SET form = NULL, body = NULL WHERE seq = 3")
      let report = try await JournalDoctor.mend(path, isReadable: all)
      #expect(report.kept == 3)
      #expect(report.lost.count == 1)
      #expect(report.lost.first?.contains("has lost its contents") == true)
      let mended = try SQLiteJournal(path: path)
      try await mended.add([fact(9, about: run)], after: 3)
      let facts = try await mended.read(home, after: 0, limit: 10).rows.map(\.fact)
      #expect(facts.count == 4)
      #expect(facts.allSatisfy { $0.payload != nil })
    }
  }

  @Test(arguments: [true, false])
  func `a log without its journal is refused, left as it is, and put together`(
    _ isEmpty: Bool
  ) async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let before = try await {
        let journal = try SQLiteJournal(path: path)
        try await journal.add(facts(1...32), after: 0)
        try await journal.add(facts(1...3), to: work, after: 0)
        return try await journal.all()
      }()
      let log = try readFile(path + "-wal")
      try #require(log.count > 4096)
      try writeFile(path, [])
      if !isEmpty { try #require(remove(path) == 0) }
      for _ in 0..<2 {
        let error = await trouble { _ = try SQLiteJournal(path: path) }
        #expect(error?.message.contains(isEmpty ? "is empty" : "is missing") == true)
        // A server cannot mend like a home, so only a program names its ways.
        #expect(error?.message.contains("trellis ") == false)
      }
      #expect(try readFile(path + "-wal") == log)
      guard case .damaged = try await JournalDoctor.examine(path, isReadable: all) else {
        Issue.record("it is not found damaged")
        return
      }
      let report = try await JournalDoctor.mend(path, isReadable: all)
      #expect(report.kept == 35 && report.lost == [])
      let mended = try SQLiteJournal(path: path)
      #expect(try await mended.all().map(\.fact) == before.map(\.fact))
      #expect(try await mended.findings() == [])
      #expect(try readFile(path + ".before-mending-1-wal") == log)
    }
  }

  @Test func `a log that lacks the beginning cannot be put together, and is kept`() async throws {
    try await withFolder { folder in
      // Erasing empties the log, so that it begins anew without the first page.
      let path = try await makeJournal(folder)
      let log = try readFile(path + "-wal")
      try #require(remove(path) == 0)
      let error = await trouble { _ = try await JournalDoctor.mend(path, isReadable: all) }
      #expect(error?.message.contains("It was left as it is") == true)
      #expect(try readFile(path + "-wal") == log)
    }
  }

  @Test func `what can be read is kept, and what cannot is named`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      try edit(
        path,
        """
        UPDATE facts SET form = NULL, body = x'7B7D' WHERE space = 1 AND seq = 7;
        DELETE FROM facts WHERE space = 1 AND seq IN (10, 11);
        CREATE TRIGGER evil AFTER INSERT ON facts BEGIN DELETE FROM facts; END;
        """
      )
      let report = try await JournalDoctor.mend(path) { $0.id != FactID(rawValue: 20) }
      #expect(report.kept == 31)
      #expect(
        report.lost == [
          "entry 7 (tracking.check-set) is not what was written", "entries 10 to 11 are missing",
          "entry 20 (tracking.check-set) cannot be read",
        ]
      )
      #expect(report.aside == "\(path).before-mending-1")
      let mended = try SQLiteJournal(path: path)
      #expect(try await JournalDoctor.examine(path, isReadable: all) == .sound(facts: 31))
      #expect(try await mended.all(work).count == 3)
      // What was erased stays erased, here and in what comes later.
      try await mended.add([fact(99, about: run)], after: 28)
      #expect(try await mended.all().last?.fact.payload == nil)
    }
  }

  @Test func `a file with torn pages gives back what its other pages hold`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      var journal: SQLiteJournal? = try SQLiteJournal(path: path)
      for start in stride(from: 35, to: 335, by: 20) {
        try await journal?.add((1...20).map { fact(100 + start + $0) }, after: start - 3)
      }
      try await journal?.checkpoint()
      journal = nil
      var bytes = try readFile(path)
      let row = try #require(bytes.firstRange(of: fact(300).payloadHash.bytes.prefix(8)))
      let page = row.lowerBound / 4096 * 4096
      for place in page..<(page + 4096) { bytes[place] = 0xAA }
      try writeFile(path, bytes)
      try writeFile(path + "-wal", [])
      let report = try await JournalDoctor.mend(path, isReadable: all)
      #expect(report.kept > 150 && report.kept < 335)
      #expect(!report.lost.isEmpty)
      #expect(
        try await JournalDoctor.examine(path, isReadable: all) == .sound(facts: report.kept)
      )
    }
  }

  @Test(arguments: ["terms", "terms_value"])
  func `terms are read from the table or its index, whichever is whole`(_ name: String) async throws
  {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      try SQLiteJournal(path: path).backup(to: "\(folder)/whole.db")
      let root = try #require(
        try Database(path: "\(folder)/whole.db", mode: .readWrite).integer(
          "SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'"
        )
      )
      let whole = try readFile("\(folder)/whole.db")
      let page = (Int(root) - 1) * 4096
      // Once all of the page, and once a letter of a kind and of a form in it.
      for texts in [[], ["tracking.check-set", "\"number\""]] {
        var bytes = whole
        for place in texts.isEmpty ? page..<(page + 4096) : page..<page { bytes[place] = 0xAA }
        for text in texts {
          let found = try #require(bytes[page..<(page + 4096)].firstRange(of: Array(text.utf8)))
          bytes[found.lowerBound + 1] = UInt8(ascii: "x")
        }
        let copy = "\(folder)/copy\(texts.count).db"
        try writeFile(copy, bytes)
        guard case .damaged = try await JournalDoctor.examine(copy, isReadable: all) else {
          Issue.record("it is not found damaged")
          return
        }
        let report = try await JournalDoctor.mend(copy, isReadable: all)
        #expect(report.kept == 35)
        #expect(report.lost == [])
        let mended = try SQLiteJournal(path: copy)
        let sound = try SQLiteJournal(path: path)
        #expect(try await mended.all().map(\.fact) == sound.all().map(\.fact))
      }
    }
  }

  @Test func `a journal of a newer version is not called damaged`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      try edit(path, "PRAGMA user_version = 99")
      let error = await trouble { _ = try await JournalDoctor.examine(path, isReadable: all) }
      #expect(error?.code == .tooNew)
    }
  }

  @Test(.disabled(if: geteuid() == 0, "root may open any folder"))
  func `a journal in a folder that may not be opened is not called absent`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      chmod(folder, 0)
      defer { chmod(folder, 0o700) }
      let error = await trouble { _ = try await JournalDoctor.examine(path, isReadable: all) }
      #expect(error?.code == .readOnly)
    }
  }

  @Test func `a damaged file is described without a second full stop`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      try writeFile(path, Array(repeating: 0x41, count: 9000))
      guard case .damaged(let findings) = try await JournalDoctor.examine(path, isReadable: all)
      else {
        Issue.record("it is not found damaged")
        return
      }
      #expect(findings.count == 1)
      #expect(findings.allSatisfy { !$0.hasSuffix(".") })
    }
  }

  @Test func `a journal behind a link is mended with the log that is beside the file`() async throws
  {
    try await withFolder { folder in
      let (file, path) = ("\(folder)/file.db", "\(folder)/journal.db")
      try await SQLiteJournal(path: file).add(facts(1...20), after: 0)
      try #require(!readFile(file + "-wal").isEmpty)
      try #require(symlink(file, path) == 0)
      #expect(try await JournalDoctor.mend(path, isReadable: all).kept == 20)
      #expect(try await SQLiteJournal(path: path).all().count == 20)
    }
  }

  @Test func `nothing is mended without a log that cannot be read`() async throws {
    try await withFolder { folder in
      let path = try await makeJournal(folder)
      remove(path + "-wal")
      // Like a log without permission, but for root too.
      try #require(mkdir(path + "-wal", 0o700) == 0)
      let before = filesIn(folder)
      let error = await trouble { _ = try await JournalDoctor.mend(path, isReadable: all) }
      #expect(error?.message.contains("-wal cannot be read") == true)
      #expect(filesIn(folder) == before)
    }
  }

  @Test func `where nothing can be read nothing is replaced`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      try writeFile(path, Array(repeating: 0x41, count: 9000))
      let error = await trouble { _ = try await JournalDoctor.mend(path, isReadable: all) }
      #expect(error?.code == .damaged)
      #expect(try readFile(path) == Array(repeating: 0x41, count: 9000))
      #expect(filesIn(folder).filter { $0.contains("mending") } == [])
    }
  }
}
