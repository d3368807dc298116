import ChildProcesses
import Driver
import Foundation
import Testing

/// The work of plugins in the daemon.
@Suite struct PluginServiceTests {
  private func person() throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", "streaks", "--time-zone", "UTC")
    try person.ask("add", "Read")
    try person.add(PluginLibrary.rogue)
    return person
  }

  private func daemon(_ person: Person, _ mode: String = "") throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      person,
      ["--port", "0"],
      ["ROGUE": mode, "SWIFT_BACKTRACE": "enable=no"]
    )
    return daemon
  }

  private func wait(_ daemon: DaemonProcess, for words: String) throws {
    try eventually("no “\(words)” in \(daemon.words)") {
      daemon.words.contains(words) ? () : nil
    }
  }

  @Test func `it begins with the space, hears of changes, and is closed before the end`() throws {
    let person = try person()
    let daemon = try daemon(person)
    _ = try daemon.port()
    try wait(daemon, for: "plugin rogue: at work for streaks")
    try person.ask("check", "Read")
    try wait(daemon, for: "plugin rogue: 1 changes of days")
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    #expect(daemon.words.contains("plugin rogue: closed"))
  }

  @Test(arguments: [
    ("throw-preparing", "the background work of the plugin rogue does not run: Failure()"),
    ("throw-serving", "the background work of the plugin rogue has ended: Failure()"),
  ])
  func `one that fails is cut off with a sentence, and everything else goes on`(
    mode: String,
    words: String
  ) throws {
    let person = try person()
    let daemon = try daemon(person, mode)
    try wait(daemon, for: words)
    let port = try daemon.port()
    #expect(try LocalHTTP(port, "GET / HTTP/1.1\r\n\r\n").read { $0.contains("HTTP/1.1") } != "")
    #expect(try person.run("rogue").output == "0\n")
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
  }

  @Test func `one that does not come to its end holds up neither the web app nor the end`() throws {
    let daemon = try daemon(try person(), "block-serving")
    _ = try daemon.port()
    try wait(daemon, for: "plugin rogue: at work")
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    #expect(daemon.words.contains("the background work of the plugin rogue did not end in time"))
  }

  @Test(arguments: ["trap-serving", "overflow-serving"])
  func `one that crashes is off at the next start, which says so`(mode: String) throws {
    let person = try person()
    let first = try daemon(person, mode)
    #expect(first.end() != 0)
    #expect(first.words.contains("The plugin rogue crashed"))
    let second = try daemon(person, mode)
    _ = try second.port()
    try wait(second, for: "It crashed, so it is off.")
    #expect(try person.run("plugins", "allow", "rogue").status == 0)
  }

  @Test func `one that cannot read its own entries is left without them, and off from then on`()
    throws
  {
    let person = try person()
    try #require(try person.run(["rogue"], ["ROGUE": "whim"]).status == 0)
    let daemon = try daemon(person, "unreadable")
    _ = try daemon.port()
    try wait(daemon, for: "the plugin rogue cannot read what was entered with it (rogue.whim)")
    try wait(daemon, for: "plugin rogue: at work")
    try person.ask("check", "Read")
    try wait(daemon, for: "plugin rogue: 1 changes of days")
    #expect(
      try person.run("today").error.asOneLine.contains("with it (rogue.whim), so it is off.")
    )
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
  }

  @Test func `one whose request cannot be described is left out, and the daemon starts`() throws {
    let daemon = try daemon(try person(), "undescribed")
    _ = try daemon.port()
    #expect(daemon.words.contains("The plugin rogue is not loaded. Its request rogue.list-days"))
    daemon.signal(SIGTERM)
    #expect(daemon.end() == 0)
    #expect(!daemon.words.contains("at work"))
  }

  @Test func `--safe leaves plugins out of a daemon that is started in the background, too`() throws
  {
    let person = try person()
    let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]
    let arguments = ["--safe", "daemon", "start", "--port", "0"]
    try person.ask(arguments, bus)
    let log = try String(contentsOfFile: "\(person.home.path)/daemon.log", encoding: .utf8)
    #expect(log.contains(" is at http://") && !log.contains("rogue"), "\(log)")
    #expect(
      try person.refusal("--safe", "daemon", "start", environment: bus)
        == "daemon-may-have-plugins"
    )
    try person.ask("daemon", "stop")
  }

  @Test func `a commit checks its habit while the daemon runs`() throws {
    let person = try Person()
    try person.ask("init", "--product", "hobbyist", "--time-zone", Noon.zone)
    try person.ask("add", "Code")
    try person.add(PluginLibrary.git)
    let folder = person.home.appendingPathComponent("song").path
    for words in [
      ["init", "--quiet", folder], ["-C", folder, "config", "user.email", "ada@example.org"],
      ["-C", folder, "config", "user.name", "Ada"],
    ] { try git(words) }
    try person.ask("git", "watch", folder, "--habit", "Code")
    let daemon = try DaemonProcess(person)
    _ = try daemon.port()
    try git(["-C", folder, "commit", "--quiet", "--allow-empty", "--message", "First"])
    try wait(daemon, for: "plugin git: Code is checked for")
    let today = try person.ask("today").items()
    #expect(today.first?.text("status") == "done")
    // What the person takes back stays away.
    try person.ask("uncheck", "Code")
    try git(["-C", folder, "commit", "--quiet", "--allow-empty", "--message", "Second"])
    let looked = try person.ask("git", "look").items()
    #expect(looked.map { $0.texts("checked") } == [[]])
    #expect(try person.ask("today").items().first?.text("status") == "open")
  }

  private func git(_ words: [String]) throws {
    let plan = ChildProcess.Plan("/usr/bin/env", ["git"] + words)
    try #require(try ChildProcess(plan).wait().status == 0)
  }

  @Test func `the minutes of a pomodoro are added at its end, after a restart, with a notice`()
    throws
  {
    let begun = "2026-03-10T08:00:00Z"
    let (person, bus) = (try Person(), try FakeBus())
    try person.ask("init", "--product", "hobbyist", "--time-zone", "UTC", now: begun)
    try person.ask("add", "Guitar", "--target", "30", "--unit", "minutes", now: begun)
    try person.add(PluginLibrary.pomodoro)
    try person.ask("pomodoro", "start", "Guitar", now: begun)
    let daemon = try DaemonProcess(person, now: "2026-03-10T08:26:00Z", bus.environment)
    let shown = try bus.first(1, daemon.words)[0]
    #expect(shown.title == "25 minutes of focus are over")
    #expect(shown.body == "They are added to Guitar. Take a break.")
    let status = try person.ask("pomodoro", now: "2026-03-10T08:27:00Z")
    #expect(status["current"] == nil && status.number("todayMinutes") == 25)
    let day = try person.ask("day", "Guitar", "2026-03-10", now: "2026-03-10T08:27:00Z")
    #expect(day.amount("value") == 25)
  }
}
