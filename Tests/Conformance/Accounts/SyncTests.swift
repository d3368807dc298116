import Driver
import Foundation
import Testing

/// Accounts, and the devices of a person through a server: `trellis` and `trellis-server` as built.
@Suite(.serialized) struct SyncTests {
  private static let password = "correct horse battery"

  /// A person's device with a product and a habit or none.
  private func device(_ product: String = "streaks") throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", product, "--time-zone", Noon.zone)
    return person
  }

  @discardableResult
  private func signUp(
    _ person: Person,
    _ server: ServerProcess,
    _ options: String...
  ) throws -> [String: Any] {
    try join(person, ["sync", "signup", server.address()] + options)
  }

  @discardableResult
  private func signIn(
    _ person: Person,
    _ server: ServerProcess,
    _ options: String...
  ) throws -> [String: Any] {
    try join(person, ["sync", "login", server.address()] + options)
  }

  private func join(_ person: Person, _ words: [String]) throws -> [String: Any] {
    let outcome = try person.run(
      words + ["--email", "ada@example.org", "--password-stdin", "--json"],
      input: SyncTests.password
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    return try outcome.document()
  }

  /// What a device exports, which is the same on all devices of an account, byte for byte.
  private func export(_ person: Person) throws -> String {
    let outcome = try person.run("export")
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.output
  }

  @Test func `S-01 H-21: after a reinstall, signing in brings everything back`() throws {
    let server = try ServerProcess()
    let first = try device()
    try first.ask("add", "Read", "--every", "daily")
    try first.ask("check", "Read")
    try first.ask("add", "Run", "--every", "3/week", "--notes", "by the river")
    try signUp(first, server)
    let before = try export(first)
    // Another device, with nothing on it, is the same as one that was set up anew.
    let second = try Person()
    try signIn(second, server)
    #expect(try export(second) == before)
    #expect(try second.ask("today").items().count == 2)
    #expect(try second.ask("streaks").item("Read").number("current") == 1)
  }

  @Test func `K-10: two devices that were offline meet and agree`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    try laptop.ask("add", "Read", "--every", "daily")
    try signUp(laptop, server)
    try signIn(phone, server)
    server.stop()
    try laptop.ask("check", "Read")
    try phone.ask("add", "Piano", "--every", "daily")
    try phone.ask("check", "Piano")
    // Nothing is in the way of using either without the server.
    let status = try phone.ask("sync", "status")
    #expect(status.text("state") == "waiting")
    #expect((status.number("waiting") ?? 0) > 0)
    let away = try phone.run("sync", "now")
    #expect(away.status == 1)
    #expect(away.error.contains("cannot be reached"))
    try server.start()
    for person in [laptop, phone, laptop] { try person.ask("sync", "now") }
    #expect(try export(laptop) == export(phone))
    for person in [laptop, phone] {
      #expect(try person.ask("sync", "status").text("state") == "in-sync")
      #expect(try person.ask("streaks").items().map { $0.number("current") } == [1, 1])
    }
  }

  @Test func `K-10: the most recent mark wins on every device`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    try laptop.ask("add", "Read", "--every", "daily")
    try signUp(laptop, server)
    try signIn(phone, server)
    try laptop.ask("check", "Read", "--note", "first")
    try phone.ask("check", "Read", "--note", "second")
    for person in [laptop, phone, laptop] { try person.ask("sync", "now") }
    for person in [laptop, phone] {
      let days = try person.ask("calendar", "Read", "--days", "1")["days"] as? [[String: Any]]
      #expect(days?.last?.text("note") == "second")
    }
  }

  @Test func `K-10: an import on one device takes back nothing that was set on another`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    try laptop.ask("add", "Read", "--every", "daily")
    try signUp(laptop, server)
    try signIn(phone, server)
    server.stop()
    let today = try #require(try laptop.ask("check", "Read", "--note", "mine").text("day"))
    let table = phone.home.appendingPathComponent("table.csv")
    try Data("date,habit,status,note\n\(today),Read,done,theirs\n".utf8).write(to: table)
    try phone.ask("import", table.path)
    try server.start()
    for person in [laptop, phone, laptop] { try person.ask("sync", "now") }
    for person in [laptop, phone] {
      let days = try person.ask("calendar", "Read", "--days", "1")["days"] as? [[String: Any]]
      #expect(days?.last?.text("note") == "mine")
    }
    #expect(try export(laptop) == export(phone))
  }

  @Test func `K-10: a device that is signed out says so, keeps all, and goes on after signing in`()
    throws
  {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    try laptop.ask("add", "Read", "--every", "daily")
    try signUp(laptop, server)
    try signIn(phone, server)
    try laptop.ask("sync", "devices", "--revoke-all")
    try phone.ask("check", "Read")
    let refused = try phone.run("sync", "now")
    #expect(refused.status == 1)
    #expect(
      refused.error.asOneLine.contains("1 entry waits here: sign in again with trellis sync login")
    )
    #expect(try phone.ask("sync", "status").text("state") == "signed-out")
    #expect(try phone.ask("today").number("done") == 1)
    try signIn(phone, server)
    try laptop.ask("sync", "now")
    #expect(try laptop.ask("today").number("done") == 1)
  }

  @Test func `K-10: a device is signed out by the beginning of its id, as it is shown`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    try signUp(laptop, server)
    try signIn(phone, server)
    let devices = try laptop.ask("sync", "devices").items()
    let other = devices.first { $0.flag("current") == false }
    let own = try #require(devices.first { $0.flag("current") == true }?.text("id"))
    #expect(try laptop.refusal("sync", "devices", "--revoke", own) == "own-device")
    let short = String(try #require(other?.text("id")).prefix(8))
    #expect(try laptop.run("sync", "devices").output.contains(" \(short)\n"))
    #expect(try laptop.refusal("sync", "devices", "--revoke", "x") == "unknown-id")
    try laptop.ask("sync", "devices", "--revoke", short)
    #expect(try phone.run("sync", "now").status == 1)
    try laptop.ask("sync", "now")
  }

  @Test func `H-21: cancelling or failing to sign in leaves the app as it was`() throws {
    let server = try ServerProcess()
    let person = try device("hobbyist")
    try person.ask("add", "Paint", "--every", "daily")
    let before = try export(person)
    let other = try person.run("sync", "login", server.address(), "--json")
    #expect(other.status == 1)
    let wrong = try person.run(
      ["sync", "login", "http://localhost:1", "--email", "a@b.org", "--password-stdin", "--json"],
      input: "whatever it is"
    )
    #expect(wrong.status == 1)
    #expect(try export(person) == before)
    #expect(try person.ask("sync", "status").text("state") == "unlinked")
    try person.ask("check", "Paint")
  }

  @Test func `B-01: beebloom knows no accounts`() throws {
    let person = try device("beebloom")
    #expect(try person.run("sync", "status").status != 0)
    #expect(try !person.run("--help").output.contains("sync"))
  }

  @Test func `S-01 X-05: the server of a sealed account holds no word of it`() throws {
    let server = try ServerProcess(products: ["sober"])
    let first = try device("sober")
    try first.ask("sober", "mark")
    try first.ask("sober", "why", "For my daughter Philippa")
    let made = try signUp(first, server, "--sealed")
    let phrase = try #require(made.text("recoveryPhrase"))
    #expect(phrase.wholeMatch(of: #/([0-9A-Z]{5}-){7}[0-9A-Z]{5}/#) != nil)
    let second = try Person()
    try signIn(second, server)
    #expect(try export(second) == export(first))
    server.stop()
    let stored = try FileManager.default.contentsOfDirectory(
      at: server.data,
      includingPropertiesForKeys: nil
    )
    let names = stored.map(\.lastPathComponent)
    #expect(names.contains("spaces-sober.db") && names.contains("accounts.db"))
    for file in stored {
      let bytes = try Data(contentsOf: file)
      for word in ["Philippa", "daughter", "sobriety.", "day-marked"] {
        #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) in \(file.lastPathComponent)")
      }
    }
  }

  @Test func `S-01: devices of a sealed account export the same, also of what was deleted`() throws
  {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    for habit in ["Read", "Run"] { try laptop.ask("add", habit, "--every", "daily") }
    try laptop.ask("check", "Read")
    try laptop.ask("delete", "Read", "--yes")
    try signUp(laptop, server, "--sealed")
    try signIn(phone, server)
    #expect(try export(phone) == export(laptop))
    #expect(try !export(laptop).contains("tracking.check-set"))
  }

  @Test func `S-01: who has lost the password and all devices comes back by the phrase`() throws {
    let server = try ServerProcess(products: ["sober"])
    let first = try device("sober")
    try first.ask("sober", "mark")
    let made = try signUp(first, server, "--sealed")
    let phrase = try #require(made.text("recoveryPhrase"))
    func recover(_ person: Person, _ words: [String]) throws -> Person.Outcome {
      let told = try server.run("reset-password", "ada@example.org")
      #expect(told.contains("recovery phrase"))
      let code = try #require(told.split(whereSeparator: \.isWhitespace).last)
      return try person.run(
        ["sync", "recover"] + words + ["--reset-code", String(code), "--phrase-stdin", "--json"],
        input: "\(phrase)\n\(SyncTests.password)"
      )
    }
    let second = try Person()
    let refused = try second.run(
      [
        "sync", "login", server.address(), "--email", "ada@example.org", "--password-stdin",
        "--json",
      ],
      input: phrase
    )
    #expect(refused.status == 1)
    #expect((refused.output + refused.error).contains("phrase-no-password"))
    let back = try recover(second, [server.address()])
    #expect(back.status == 0, "\(back.output)\(back.error)")
    #expect(try export(second) == export(first))
    // The first device was signed out, keeps its link, and goes on with it.
    let again = try recover(first, [])
    #expect(again.status == 0, "\(again.output)\(again.error)")
    #expect(try first.ask("sync", "status").text("state") == "in-sync")
    let third = try Person()
    try signIn(third, server)
    #expect(try export(third) == export(first))
  }

  @Test func `S-01: a script is shown the recovery phrase in the text, too`() throws {
    let server = try ServerProcess(products: ["sober"])
    let outcome = try device("sober").run(
      [
        "sync", "signup", server.address(), "--sealed", "--email", "ada@example.org",
        "--password-stdin",
      ],
      input: SyncTests.password
    )
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains(#/([0-9A-Z]{5}-){7}[0-9A-Z]{5}/#), "\(outcome.output)")
  }

  @Test func `K-10: what was acknowledged survives a server that is killed`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    try laptop.ask("add", "Read", "--every", "daily")
    try signUp(laptop, server)
    for round in 1...3 {
      try laptop.ask("add", "Habit \(round)", "--every", "daily")
      try laptop.ask("sync", "now")
      server.stop(hard: true)
      try server.start()
    }
    try signIn(phone, server)
    #expect(try export(phone) == export(laptop))
  }

  @Test func `K-10: a server that was restored gets back what it lacks from the devices`() throws {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try Person())
    try laptop.ask("add", "Read", "--every", "daily")
    try signUp(laptop, server)
    server.stop()
    let backup = server.folder.appendingPathComponent("backup")
    try FileManager.default.copyItem(at: server.data, to: backup)
    try server.start()
    try laptop.ask("check", "Read")
    try laptop.ask("sync", "now")
    server.stop()
    try FileManager.default.removeItem(at: server.data)
    try FileManager.default.copyItem(at: backup, to: server.data)
    try server.run("mark-restored")
    try server.start()
    try laptop.ask("sync", "now")
    try signIn(phone, server)
    #expect(try phone.ask("today").number("done") == 1)
    #expect(try export(phone) == export(laptop))
  }

  @Test func `K-10: after two histories were merged, the way back that is named goes back`()
    throws
  {
    let server = try ServerProcess()
    let (laptop, phone) = (try device(), try device())
    try laptop.ask("add", "Read", "--every", "daily")
    try phone.ask("add", "Swim", "--every", "daily")
    try signUp(laptop, server)
    let login = ["sync", "login", server.address(), "--merge", "--password-stdin"]
    let words = try phone.run(
      login + ["--email", "ada@example.org"],
      ["COLUMNS": "120"],
      input: SyncTests.password
    ).output.asOneLine
    let copy = try #require(words.split(separator: " ").last { $0.contains("before-sync-1") })
    #expect(words.contains("trellis sync logout , and then type trellis restore \(copy) ."))
    // While it is linked, what the account has comes back, which is said.
    let early = try phone.run("restore", String(copy)).output.asOneLine
    #expect(early.contains("trellis sync logout"), "\(early)")
    try phone.ask("sync", "now")
    #expect(try phone.ask("today").items().count == 2)
    try phone.ask("sync", "logout")
    try phone.ask("restore", String(copy))
    #expect(try phone.ask("today").items().texts("title") == ["Swim"])
    // What was separated is not merged again without a question, although the account is the same.
    let again = login.filter { $0 != "--merge" } + ["--email", "ada@example.org"]
    let asked = try phone.run(again, input: SyncTests.password)
    #expect(asked.status == 1, "\(asked)")
    #expect(asked.error.asOneLine.contains("They will be one history"), "\(asked)")
    #expect(!asked.error.contains("synchronized with"), "\(asked)")
    #expect(try phone.ask("today").items().texts("title") == ["Swim"])
  }

  @Test func `K-12: a day that has begun nowhere is refused, listed, and counted by no device`()
    throws
  {
    let server = try ServerProcess()
    let (person, other) = (try device(), try Person())
    try person.ask("add", "Read", "--every", "daily")
    try signUp(person, server)
    let future = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 5 * 86_400))
    try person.ask("check", "Read", now: future)
    try person.ask("sync", "now")
    let issues = try person.ask("sync", "issues").items()
    #expect(issues.map { $0.text("reason") } == ["future-day"])
    try signIn(other, server)
    #expect(try other.ask("streaks").item("Read").number("best") == 0)
    #expect(try export(other) == export(person))
    #expect(try server.run("verify").contains("as it was written"))
  }

  @Test func `K-12: a person is told which entry was refused, why, and how to hide it here`()
    throws
  {
    let server = try ServerProcess()
    let (person, other) = (try device(), try Person())
    try person.ask("add", "Read", "--every", "daily")
    try signUp(person, server)
    let future = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 5 * 86_400))
    let day = try #require(try person.ask("check", "Read", now: future).text("day"))
    try person.ask("add", "Not begun", "--every", "daily", now: future)
    try person.ask("sync", "now")
    let issues = try person.ask("sync", "issues").items()
    #expect(Set(issues.texts("title")) == ["Read", "Not begun"])
    #expect(Set(issues.texts("what")) == ["done", "new"])
    #expect(issues.texts("day") == [day, day])
    let text = try person.run("sync", "issues").output
    #expect(text.contains("Read, "), "\(text)")
    #expect(!text.contains("tracking."), "\(text)")
    #expect(text.asOneLine.contains("enter again what you want to keep"), "\(text)")
    // The ids are whole words that the command takes.
    let id = try #require(issues.first { $0.text("title") == "Read" }?.text("id"))
    let shown = try #require(
      text.split { $0.isWhitespace }.first { $0.count >= 8 && id.hasPrefix($0) }
    )
    let hiding = try person.run("sync", "issues", "--dismiss", String(shown))
    #expect(hiding.output.asOneLine.contains("on this device alone"), "\(hiding)")
    #expect(try person.ask("sync", "issues").items().texts("title") == ["Not begun"])
    #expect(try person.refusal("sync", "issues", "--dismiss", "ffff") == "unknown-id")
    try signIn(other, server)
    #expect(try other.ask("sync", "issues").items().count == 2)
  }
}
