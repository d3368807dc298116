import Driver
import Foundation
import Testing

/// The copies that a home makes of itself, one a day.
@Suite struct CopiesTests {
  private func morning(_ day: Int, _ month: String = "03") -> String {
    "2026-\(month)-\(day < 10 ? "0" : "")\(day)T09:00:00Z"
  }

  private func name(_ day: Int) -> String { "2026-03-\(day < 10 ? "0" : "")\(day)" }

  /// A person whose home never starts a process of its own.
  private func quietPerson() throws -> Person {
    let person = try Person()
    try person.ask("add", "Read", now: morning(1))
    return person
  }

  /// Makes the copy of a day as the program does for itself after a command.
  ///
  /// Again while another process is at it, which a command before may have left behind.
  private func keep(_ person: Person, _ day: Int) throws -> Int32 {
    let off = person.home.appendingPathComponent("copies-off")
    let copy = person.home.appendingPathComponent("copies/\(name(day)).db").path
    try? FileManager.default.removeItem(at: off)
    defer { try? Data().write(to: off) }
    for _ in 0..<200 {
      let status = try person.run("keep-copies", "--day", name(day)).status
      if status != 0 || FileManager.default.fileExists(atPath: copy) { return status }
    }
    return -1
  }

  private func names(_ person: Person) throws -> [String] {
    try person.ask("backup", "list").items().texts("name")
  }

  @Test func `the first command of a day makes a copy, and the second does not`() async throws {
    let person = try Person(keepsCopies: true)
    try person.ask("add", "Read", now: morning(1))
    #expect(try await person.comesToHave("copies/2026-03-01.db"))
    let copy = person.home.appendingPathComponent("copies/2026-03-01.db")
    let made = try Data(contentsOf: copy)
    try person.ask("check", "Read", now: morning(1))
    try person.ask("today", now: morning(2))
    #expect(try await person.comesToHave("copies/2026-03-02.db"))
    #expect(try Data(contentsOf: copy) == made)
    // The last command ends before its copy is whole: the folder must not go while it is made.
    #expect(try await person.comesToLack(".partial", in: "copies"))
  }

  @Test func `a copy is listed with its day, size and entries, and verified`() throws {
    let person = try quietPerson()
    #expect(try person.ask("backup", "list").items().isEmpty)
    #expect(try keep(person, 1) == 0)
    try person.ask("check", "Read", now: morning(2))
    #expect(try keep(person, 2) == 0)
    let list = try person.ask("backup", "list")
    #expect(list.items().texts("name") == [name(2), name(1)])
    #expect(list.items().map { $0.flag("verified") } == [true, true])
    let entries = list.items().compactMap { $0.number("entries") }
    #expect(entries.count == 2 && entries[0] > entries[1])
    #expect(list.items().allSatisfy { ($0.number("bytes") ?? 0) > 4096 })
    let damaged = person.home.appendingPathComponent("copies/\(name(1)).db")
    var bytes = try Data(contentsOf: damaged)
    bytes.replaceSubrange(5000..<9000, with: Data(repeating: 0x41, count: 4000))
    try bytes.write(to: damaged)
    #expect(try person.ask("backup", "list").items().map { $0.flag("verified") } == [true, false])
    #expect(try person.run("backup", "list").output.contains("damaged"))
    let attributes = try FileManager.default.attributesOfItem(atPath: damaged.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a misspelled list of copies does not become a file`() throws {
    let person = try quietPerson()
    let outcome = try person.run("backup", "lsit")
    #expect(outcome.status == 64)
    #expect(outcome.error.asOneLine.contains("Did you mean trellis backup list ?"))
    let file = person.home.appendingPathComponent("lsit").path
    #expect(try person.ask("backup", file).text("file") == file)
  }

  @Test func `copies that cannot be read are not called absent`() throws {
    let person = try quietPerson()
    // Like a folder without permission, but for root too.
    try Data().write(to: person.home.appendingPathComponent("copies"))
    #expect(try person.refusal("backup", "list") == "copies-unreadable")
  }

  @Test func `a copy is restored by its day`() throws {
    let person = try quietPerson()
    #expect(try keep(person, 1) == 0)
    let before = try person.run("list", now: morning(2)).output
    try person.ask("add", "Run", now: morning(2))
    try person.ask("restore", name(1))
    #expect(try person.run("list", now: morning(2)).output == before)
    #expect(try person.refusal("restore", "2026-02-01") == "no-such-copy")
    let words = try person.run("restore", "2026-02-01").error.asOneLine
    #expect(words.contains("There are: 2026-03-01"))
  }

  @Test func `seven daily and four weekly copies remain`() throws {
    let person = try quietPerson()
    for day in 1...31 { #expect(try keep(person, day) == 0) }
    #expect(try names(person).count == 7 + 4)
    #expect(try names(person).prefix(7) == (25...31).reversed().map { name($0) }[...])
  }

  @Test func `a copy from a clock that was ahead is replaced on its day`() throws {
    let person = try quietPerson()
    #expect(try keep(person, 5) == 0)
    #expect(try keep(person, 3) == 0)
    try person.ask("add", "Run", now: morning(3))
    // Both are there, but only one was made on its day.
    #expect(try keep(person, 5) == 0)
    #expect(try keep(person, 3) == 0)
    let copies = try person.ask("backup", "list").items()
    #expect(copies.texts("name") == [name(5), name(3)])
    let entries = copies.compactMap { $0.number("entries") }
    #expect(entries.count == 2 && entries[0] > entries[1])
  }

  @Test func `a copy from a clock that was ahead is replaced once that works`() throws {
    let person = try quietPerson()
    #expect(try keep(person, 5) == 0)
    #expect(try keep(person, 3) == 0)
    try person.ask("add", "Run", now: morning(3))
    try person.ask("backup", person.home.appendingPathComponent("whole").path)
    let whole = try Data(contentsOf: person.home.appendingPathComponent("whole"))
    let file = person.home.appendingPathComponent("space.db")
    for (bytes, isWhole) in [(Data(repeating: 0x41, count: 8192), false), (whole, true)] {
      for suffix in ["-wal", "-shm", ".head"] {
        try? FileManager.default.removeItem(atPath: file.path + suffix)
      }
      try bytes.write(to: file)
      #expect(try (keep(person, 5) == 0) == isWhole)
    }
    let entries = try person.ask("backup", "list").items().compactMap { $0.number("entries") }
    #expect(entries.count == 2 && entries[0] > entries[1])
  }

  @Test func `a damaged home pushes no good copy out`() throws {
    let person = try quietPerson()
    for day in 1...8 { #expect(try keep(person, day) == 0) }
    let before = try names(person)
    try person.ask("backup", person.home.appendingPathComponent("whole").path)
    let file = person.home.appendingPathComponent("space.db")
    // Everything into the file, and then damage.
    let whole = try Data(contentsOf: person.home.appendingPathComponent("whole"))
    for suffix in ["-wal", "-shm", ".head"] {
      try? FileManager.default.removeItem(atPath: file.path + suffix)
    }
    var bytes = whole
    for page in 2..<(bytes.count / 4096) { bytes[page * 4096 + 8] ^= 0xFF }
    try bytes.write(to: file)
    for day in 9...20 { #expect(try keep(person, day) != 0) }
    #expect(try names(person) == before)
    #expect(try person.ask("backup", "list").items().allSatisfy { $0.flag("verified") == true })
  }

  @Test func `switched off no more are made, and those there stay`() async throws {
    let person = try Person(keepsCopies: true)
    try person.ask("settings", "copies", "off", now: morning(1))
    try person.ask("add", "Read", now: morning(1))
    let setting = try person.ask("settings", "copies", now: morning(1)).items()
    #expect(setting.texts("value") == ["off"])
    #expect(setting.first?.text("summary")?.contains("Those there stay when it is off") == true)
    let folder = person.home.appendingPathComponent("copies").path
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(try person.ask("backup", "list").flag("on") == false)
    #expect(try person.run("keep-copies", "--day", name(1)).status == 0)
    #expect(try names(person).isEmpty)
    #expect(try person.refusal("settings", "copies", "perhaps") == "bad-switch")
  }

  @Test(arguments: [true, false])
  func `an erasure reaches the copies`(_ isAtOnce: Bool) async throws {
    let person = try quietPerson()
    try person.ask("add", "A very private word", now: morning(1))
    for day in 1...2 { #expect(try keep(person, day) == 0) }
    let files = [1, 2].map { person.home.appendingPathComponent("copies/\(name($0)).db") }
    func holdIt() throws -> [Bool] {
      try files.map { try Data(contentsOf: $0).range(of: Data("A very private".utf8)) != nil }
    }
    #expect(try holdIt() == [true, true])
    try person.ask(
      isAtOnce ? ["delete", "A very", "--yes", "--now"] : ["delete", "A very", "--yes"],
      now: morning(3)
    )
    #expect(try holdIt() == [!isAtOnce, !isAtOnce])
    #expect(try keep(person, 3) == 0)
    #expect(try await person.comesTrue { (try? holdIt()) == [false, false] })
    #expect(try person.ask("backup", "list").items().allSatisfy { $0.flag("verified") == true })
    try person.ask("restore", name(1))
    #expect(try person.ask("list", now: morning(3)).items().texts("title") == ["Read"])
    #expect(try person.run("doctor").status == 0)
  }

  @Test func `what is erased at once is in no file of the home any more`() async throws {
    let person = try quietPerson()
    let word = "A very private word"
    try person.ask("add", word, now: morning(1))
    try person.ask("check", word, now: morning(1))
    #expect(try keep(person, 1) == 0)
    // The journal before is put aside.
    try person.ask("restore", name(1))
    try person.ask("delete", word, "--yes", "--now", now: morning(2))
    let files = try #require(FileManager.default.enumerator(atPath: person.home.path))
    var names: [String] = []
    for case let name as String in files {
      let bytes = try? Data(contentsOf: person.home.appendingPathComponent(name))
      #expect(bytes?.range(of: Data(word.utf8)) == nil, "\(name)")
      names.append(name)
    }
    #expect(names.contains { $0.hasPrefix("space.db.before-restore-") })
    #expect(names.contains("copies/2026-03-01.db"))
  }

  @Test func `with copies off those there still follow an erasure`() async throws {
    let person = try quietPerson()
    try person.ask("add", "A very private word", now: morning(1))
    #expect(try keep(person, 1) == 0)
    try person.ask("delete", "A very", "--yes", now: morning(2))
    let copy = person.home.appendingPathComponent("copies/\(name(1)).db")
    #expect(
      try await person.comesTrue {
        (try? Data(contentsOf: copy))?.range(of: Data("A very private".utf8)) == nil
      }
    )
    #expect(try names(person) == [name(1)])
  }

  @Test func `what a killed program left among the copies goes with the next one`() throws {
    let person = try quietPerson()
    #expect(try keep(person, 1) == 0)
    let folder = person.home.appendingPathComponent("copies")
    // No process has such a number: the greatest of Linux is 4194304.
    for name in ["2026-02-28.db.9999999.partial", ".passing-9999999", ".passing-9999999-journal"] {
      try Data("left".utf8).write(to: folder.appendingPathComponent(name))
    }
    #expect(try keep(person, 2) == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.filter { $0.contains("9999999") } == [])
    #expect(try names(person) == [name(2), name(1)])
  }

  @Test func `a history that a killed program put beside the journal goes after a day`() throws {
    let person = try quietPerson()
    let names = [".backup-17.db", "space.db.restoring-9999999", "space.db.mending-9999999.source"]
    for name in names + [".backup-18.db"] {
      let file = person.home.appendingPathComponent(name)
      try Data("left".utf8).write(to: file)
      guard names.contains(name) else { continue }
      let twoDaysAgo = Date(timeIntervalSinceNow: -172_800)
      try FileManager.default.setAttributes(
        [.modificationDate: twoDaysAgo],
        ofItemAtPath: file.path
      )
    }
    #expect(try keep(person, 1) == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: person.home.path)
    #expect(left.filter { names.contains($0) } == [])
    #expect(left.contains(".backup-18.db"))
  }

  @Test func `nothing is written into the folder of the copies by name`() throws {
    let person = try quietPerson()
    #expect(try keep(person, 1) == 0)
    let file = person.home.appendingPathComponent("copies/2026-02-02.db").path
    #expect(try person.refusal("export", "--out", file) == "home-file")
  }
}

extension Person {
  /// Whether a file appears in the home within a time that is enough for any machine.
  fileprivate func comesToHave(_ file: String) async throws -> Bool {
    try await comesTrue {
      FileManager.default.fileExists(atPath: home.appendingPathComponent(file).path)
    }
  }

  /// Whether all files with that in their names disappear from a folder.
  fileprivate func comesToLack(_ part: String, in folder: String) async throws -> Bool {
    try await comesTrue {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: home.appendingPathComponent(folder).path
      )
      return names?.contains { $0.contains(part) } == false
    }
  }

  fileprivate func comesTrue(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<4000 {
      if condition() { return true }
      try await Task.sleep(for: .milliseconds(5))
    }
    return condition()
  }
}
