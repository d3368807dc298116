import Driver
import Foundation
import Testing

/// Notices on a desktop, with a fake bus.
@Suite struct NoticeTests {
  private static let morning = "2026-03-02T08:00:00Z"
  private static let due = "2026-03-02T19:00:30Z"

  /// A user with a habit and a reminder at 19:00.
  private func person(_ title: String = "Read") throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", "hobbyist", "--time-zone", "UTC", now: Self.morning)
    try person.ask("add", title, now: Self.morning)
    try person.ask("remind", title, "19:00", now: Self.morning)
    return person
  }

  private func status(
    _ person: Person,
    _ title: String? = nil,
    now: String = due
  ) throws -> String? {
    let items = try person.ask("today", now: now).items()
    return items.first { title == nil || $0.text("title") == title }?.text("status")
  }

  @Test func `a reminder appears on the desktop, and its button checks the habit`() throws {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    let shown = try bus.first(1, daemon.words)[0]
    #expect(shown.title == "Time for Read.")
    #expect(shown.actions == ["default", "Open", "done", "Done"])
    _ = try daemon.status { $0["notices"] as? String == "desktop" }
    bus.choose("done", on: shown.number)
    _ = try eventually("the habit is still open: \(daemon.words)") {
      try status(person) == "done" ? true : nil
    }
    let inbox = try eventually("the notice is still unread") { () -> [String: Any]? in
      let inbox = try person.ask("inbox", now: Self.due)
      return inbox.number("unread") == 0 ? inbox : nil
    }
    #expect(inbox.items().count == 1)
  }

  @Test func `its button fills in what is missing of the target, as a tap does`() throws {
    let (person, bus) = (try Person(), try FakeBus())
    try person.ask("init", "--product", "hobbyist", "--time-zone", "UTC", now: Self.morning)
    try person.ask("add", "Read", "--target", "20", "--unit", "pages", now: Self.morning)
    try person.ask("check", "Read", "--value", "5", now: Self.morning)
    try person.ask("remind", "Read", "19:00", now: Self.morning)
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    bus.choose("done", on: try bus.first(1, daemon.words)[0].number)
    _ = try eventually("the habit is still open: \(daemon.words)") {
      try status(person) == "done" ? true : nil
    }
    #expect(try person.ask("today", now: Self.due).items().first?.number("value") == 20)
  }

  @Test func `a reminder that is set meanwhile appears as well`() throws {
    let (person, bus) = (try person(), try FakeBus())
    try person.ask("add", "Walk", now: Self.morning)
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    _ = try bus.first(1, daemon.words)
    try person.ask("remind", "Walk", "18:30", now: Self.morning)
    #expect(try bus.first(2, daemon.words)[1].title == "Time for Walk.")
  }

  @Test func `it does not appear again after a restart, nor on the terminal`() throws {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    _ = try bus.first(1, daemon.words)
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    let again = try DaemonProcess(person, now: "2026-03-02T19:05:00Z", bus.environment)
    _ = try again.status { $0["notices"] as? String == "desktop" }
    #expect(try person.ask("inbox", now: "2026-03-02T19:06:00Z").items().count == 1)
    #expect(bus.shown.count == 1)
  }

  @Test func `a habit that is done elsewhere takes its notice along`() throws {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    let shown = try bus.first(1, daemon.words)[0]
    try person.ask("check", "Read", now: Self.due)
    _ = try eventually("it is still there") { bus.withdrawn == [shown.number] ? true : nil }
  }

  @Test func `a habit that is deleted takes its notice along`() throws {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    let shown = try bus.first(1, daemon.words)[0]
    try person.ask("delete", "Read", "--yes", now: Self.due)
    _ = try eventually("it is still there") { bus.withdrawn == [shown.number] ? true : nil }
  }

  @Test func `what is put away counts as read, and answers to other programs are left alone`()
    throws
  {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    let shown = try bus.first(1, daemon.words)[0]
    bus.choose("done", on: shown.number + 1000)
    bus.putAway(shown.number)
    _ = try eventually("it is still unread") {
      try person.ask("inbox", now: Self.due).number("unread") == 0 ? true : nil
    }
    #expect(try status(person) == "open")
  }

  @Test func `numbers from before the notification service was restarted mean nothing`() throws {
    let (person, bus) = (try person(), try FakeBus())
    try person.ask("add", "Walk", now: Self.morning)
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    let old = try bus.first(1, daemon.words)[0]
    bus.restart()
    _ = try eventually("the restart goes unnoticed") { bus.greetings > 1 ? true : nil }
    // What has this number now is another program's.
    bus.choose("done", on: old.number)
    try person.ask("remind", "Walk", "18:30", now: Self.morning)
    let new = try bus.first(2, daemon.words)[1]
    #expect(new.number == old.number)
    bus.choose("done", on: new.number)
    _ = try eventually("the habit is still open: \(daemon.words)") {
      try status(person, "Walk") == "done" ? true : nil
    }
    #expect(try status(person, "Read") == "open")
  }

  @Test func `a service that ends when it is idle is not started for nothing`() throws {
    let (person, bus) = (try person(), try FakeBus(isActivatable: true))
    try person.ask("add", "Walk", now: Self.morning)
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    _ = try bus.first(1, daemon.words)
    bus.retire()
    try person.ask("remind", "Walk", "18:30", now: Self.morning)
    #expect(try bus.first(2, daemon.words)[1].title == "Time for Walk.")
    #expect(bus.greetings == 1)
    #expect(!daemon.words.contains("cannot appear on a desktop"))
  }

  @Test func `a service that ends for good is noticed`() throws {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, now: Self.morning, bus.environment)
    _ = try daemon.status { $0["notices"] as? String == "desktop" }
    bus.retire()
    _ = try daemon.status { $0["notices"] as? String == "inbox" }
  }

  @Test func `a title is never markup`() throws {
    let (person, bus) = (try person("<b>A & B</b>"), try FakeBus())
    for day in ["2026-02-28", "2026-03-01"] {
      try person.run("check", "<b>A & B</b>", "--day", day, now: "\(day)T08:00:00Z")
    }
    let evening = "2026-03-02T22:30:00Z"
    let daemon = try DaemonProcess(person, now: evening, bus.environment)
    // The reminder, and the notice that a streak of two days is still open today.
    let all = try bus.first(2, daemon.words)
    // A summary is plain text; a body is not.
    #expect(all.contains { $0.title.contains("<b>A & B</b>") })
    #expect(all.contains { $0.body.contains("&lt;b&gt;A &amp; B&lt;/b&gt;") })
    #expect(!all.contains { $0.body.contains("<b>") })
  }

  @Test func `a title is never markup, whatever follows its signs`() throws {
    // A combining mark is one character with the sign before it.
    let title = "<\u{301}b>\u{301}Read"
    let (person, bus) = (try person(title), try FakeBus())
    for day in ["2026-02-28", "2026-03-01"] {
      try person.run("check", title, "--day", day, now: "\(day)T08:00:00Z")
    }
    let daemon = try DaemonProcess(person, now: "2026-03-02T22:30:00Z", bus.environment)
    let bodies = try bus.first(2, daemon.words).map(\.body).filter { !$0.isEmpty }
    #expect(!bodies.isEmpty)
    for body in bodies { #expect(!body.unicodeScalars.contains { $0 == "<" || $0 == ">" }) }
  }

  @Test func `without buttons and bodies one line says it all`() throws {
    let (person, bus) = (try person(), try FakeBus(abilities: []))
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    let shown = try bus.first(1, daemon.words)[0]
    #expect(shown.title == "Time for Read.")
    #expect(shown.actions.isEmpty)
  }

  @Test func `without a desktop it is said once, and notices wait until there is one`() throws {
    let person = try person()
    let path = FakeBus.freePath
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]
    let daemon = try DaemonProcess(person, now: Self.due, environment)
    try wait(for: 1, of: person, daemon)
    #expect(try daemon.status()["notices"] as? String == "inbox")
    #expect(daemon.words.components(separatedBy: "cannot appear on a desktop").count == 2)
    #expect(try person.run("inbox", now: Self.due).output.contains("desktop"))
    let bus = try FakeBus(at: path)
    #expect(try bus.first(1, daemon.words)[0].title == "Time for Read.")
  }

  @Test func `what the sync reports waits for a desktop too`() throws {
    let person = try person()
    // An account without a token: this device was signed out.
    let account = """
      {"account":"1","email":"ada@example.org","product":"hobbyist","sealed":false,\
      "server":"http://localhost:9","serverKey":"00","session":"2"}
      """
    let file = person.home.appendingPathComponent("sync.json").path
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    #expect(
      FileManager.default.createFile(
        atPath: file,
        contents: Data(account.utf8),
        attributes: attributes
      )
    )
    let path = FakeBus.freePath
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]
    let daemon = try DaemonProcess(person, now: Self.morning, environment)
    _ = try eventually("it is not said: \(daemon.words)") {
      daemon.words.contains("Sign in again") ? true : nil
    }
    let bus = try FakeBus(at: path)
    #expect(try bus.first(1, daemon.words)[0].title == "Sign in again")
  }

  /// Waits until so many notices wait for a desktop.
  private func wait(for count: Int, of person: Person, _ daemon: DaemonProcess) throws {
    let file = person.home.appendingPathComponent("notices-waiting")
    _ = try eventually("not as many wait: \(daemon.words)") { () -> Bool? in
      let waiting = try? String(contentsOf: file, encoding: .utf8)
      return waiting?.split(separator: "\n").count == count ? true : nil
    }
  }

  @Test func `what is done while its notice waits is not called for any more`() throws {
    let person = try person()
    for title in ["Walk", "Run"] { try person.ask("add", title, now: Self.morning) }
    try person.ask("remind", "Walk", "19:00", now: Self.morning)
    let path = FakeBus.freePath
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]
    let daemon = try DaemonProcess(person, now: Self.due, environment)
    try wait(for: 2, of: person, daemon)
    try person.ask("check", "Read", now: Self.due)
    let bus = try FakeBus(at: path)
    _ = try bus.first(1, daemon.words)
    // It comes after all that waited.
    try person.ask("remind", "Run", "18:30", now: Self.morning)
    _ = try eventually("Run is not called for: \(daemon.words)") {
      bus.shown.last?.title == "Time for Run." ? true : nil
    }
    #expect(bus.shown.map(\.title) == ["Time for Walk.", "Time for Run."])
  }

  @Test func `what has waited does not appear in quiet hours, but after them`() throws {
    let person = try person()
    try person.ask("reminders", "--quiet", "20:00-21:00", now: Self.morning)
    let before = try DaemonProcess(person, now: Self.due)
    try wait(for: 1, of: person, before)
    before.signal(SIGTERM)
    #expect(before.end() == 0)
    let bus = try FakeBus()
    let meanwhile = try DaemonProcess(person, now: "2026-03-02T20:30:00Z", bus.environment)
    _ = try meanwhile.status { $0["notices"] as? String == "desktop" }
    _ = try meanwhile.get("/api/v1/today").readAll()
    meanwhile.signal(SIGTERM)
    #expect(meanwhile.end() == 0)
    #expect(bus.shown.isEmpty)
    let after = try DaemonProcess(person, now: "2026-03-02T21:00:30Z", bus.environment)
    #expect(try bus.first(1, after.words)[0].title == "Time for Read.")
  }

  /// Imports so much that a snapshot is kept.
  private func importYears(_ person: Person) throws {
    var table = "date,habit,value\n"
    for year in 2000..<2012 {
      for month in 1...12 {
        for day in 1...28 {
          table += String(format: "%d-%02d-%02d,Old,1\n", year, month, day)
        }
      }
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("years-\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(table.utf8).write(to: file)
    try person.ask("import", file.path, now: Self.morning)
  }

  @Test func `a clock that was ahead once does not silence the reminders`() throws {
    let (person, bus) = (try person(), try FakeBus())
    try importYears(person)
    try person.ask("remind", "Read", "11:30", now: Self.morning)
    let ahead = try DaemonProcess(person, now: "2027-03-02T12:00:00Z")
    // With this one, the next is planned for the evening of that year.
    try wait(for: 1, of: person, ahead)
    ahead.signal(SIGTERM)
    #expect(ahead.end() == 0)
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    #expect(try bus.first(1, daemon.words)[0].title == "Time for Read.")
  }

  @Test func `a notice that cannot be shown does not show those before it again`() throws {
    let (person, bus) = (try person(), try FakeBus(refusing: [2]))
    try person.ask("add", "Walk", now: Self.morning)
    try person.ask("remind", "Walk", "19:00", now: Self.morning)
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    _ = try bus.first(1, daemon.words)
    try wait(for: 1, of: person, daemon)
    bus.disconnect()
    let shown = try bus.first(2, daemon.words).map(\.title)
    #expect(Set(shown) == ["Time for Read.", "Time for Walk."])
  }

  @Test func `a notice that the desktop has refused is shown a little later`() throws {
    let (person, bus) = (try person(), try FakeBus(refusing: [1]))
    let daemon = try DaemonProcess(person, now: Self.due, bus.environment)
    #expect(try bus.first(1, daemon.words)[0].title == "Time for Read.")
  }

  @Test func `a bus that goes away is found again`() throws {
    let (person, bus) = (try person(), try FakeBus())
    let daemon = try DaemonProcess(person, now: Self.morning, bus.environment)
    _ = try daemon.status { $0["notices"] as? String == "desktop" }
    bus.disconnect()
    _ = try eventually("the loss is not told: \(daemon.words)") {
      daemon.words.contains("bus has gone") ? true : nil
    }
    _ = try daemon.status { $0["notices"] as? String == "desktop" }
  }

  @Test func `a notice whose time is over is refused in words`() throws {
    var bus = try FakeBus()
    let (daemon, shown) = try beforeTheDayEnds { seconds in
      bus = try FakeBus()
      // In this product, which lets no other day be marked.
      let environment = bus.environment.merging(["TRELLIS_PRODUCT": "streaks"]) { $1 }
      return try DaemonProcess(person(), now: "2026-03-02T23:59:\(60 - seconds)Z+", environment)
    } prepare: { daemon in
      try eventually("no notice came: \(daemon.words)") {
        let shown = bus.shown.filter { $0.actions.contains("done") }
        return try !shown.isEmpty || hasDayEnded(daemon) ? shown : nil
      }
      .first
    }
    _ = try eventually("the day does not end") { try hasDayEnded(daemon) ? true : nil }
    bus.choose("done", on: shown.number)
    let all = try bus.first(2, daemon.words)
    #expect(all.contains { $0.title == "That could not be checked" && !$0.body.isEmpty })
  }

  private func hasDayEnded(_ daemon: DaemonProcess) throws -> Bool {
    try daemon.get("/api/v1/today").readAll().contains("2026-03-03")
  }
}
