import Driver
import Foundation
import Testing

/// Programs run on events.
@Suite struct HookTests {
  private let monday = "2026-03-02T08:00:00Z"

  /// A person whose scripts write into the folder of their home.
  private func person(_ product: String = "hobbyist") throws -> Person {
    let person = try Person()
    try person.ask("init", "--product", product, "--time-zone", "UTC", now: monday)
    return person
  }

  private func script(_ name: String, _ lines: String, _ person: Person) throws -> String {
    let path = person.home.appendingPathComponent(name)
    try Data("#!/bin/sh\ncd \"$TRELLIS_HOME\"\n\(lines)\n".utf8).write(to: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path.path)
    return path.path
  }

  /// The documents that a script has appended to a file.
  private func documents(_ name: String, _ person: Person) -> [[String: Any]] {
    let file = person.home.appendingPathComponent(name)
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  private func eventually(_ complaint: String, _ look: () throws -> Bool) throws {
    for _ in 0..<6000 {
      if try look() { return }
      usleep(10_000)
    }
    Issue.record("\(complaint)")
  }

  @Test func `X-14 a program is told of a check as one JSON document, after the command's answer`()
    throws
  {
    let ada = try person()
    try ada.ask("add", "Read", now: monday)
    let notify = try script("notify.sh", "cat >> told; echo \"$TRELLIS_EVENT\" >> names", ada)
    try ada.run(["on", "tracking.check-changed", "--", notify, "--short"], now: monday)
    let item = try #require(try ada.ask("on", now: monday).items().first)
    #expect(item.text("event") == "tracking.check-changed" && item.number("number") == 1)
    #expect(item["arguments"] as? [String] == ["--short"])
    #expect(try ada.run("on", now: monday).output.hasPrefix("Number "))
    try ada.ask("check", "Read", now: monday)
    try eventually("the program did not run") { documents("told", ada).count == 1 }
    let told = try #require(documents("told", ada).first)
    #expect(told.text("event") == "tracking.check-changed")
    #expect(told.text("time") == monday && told.text("day") == "2026-03-02")
    #expect((told["habit"] as? [String: Any])?.text("title") == "Read")
    #expect(told.text("sentence") == "Read — done for today.")
    #expect((told["data"] as? [String: Any])?.text("to") == "done")
    // A look is no event, and what is removed runs no more.
    try ada.ask("today", now: monday)
    try ada.ask("on", "--remove", "1", now: monday)
    #expect(try ada.ask("on", now: monday).items().isEmpty)
    let other = try script("other.sh", "cat >> others", ada)
    try ada.run(["on", "tracking.check-changed", "--", other], now: monday)
    try ada.ask("uncheck", "Read", now: monday)
    try eventually("the other program did not run") { !documents("others", ada).isEmpty }
    #expect(documents("others", ada).map { ($0["data"] as? [String: Any])?.text("to") } == ["open"])
    #expect(documents("told", ada).count == 1)
  }

  @Test func `X-14 what a program does with trellis runs no programs, so that none runs for ever`()
    throws
  {
    let ada = try person()
    for title in ["Read", "Run"] { try ada.ask("add", title, now: monday) }
    let loop = try script(
      "loop.sh",
      "cat >> told; \"\(Person.binary.path)\" check Run > answer 2>&1; echo ended >> ends",
      ada
    )
    try ada.run(["on", "tracking.check-changed", "--", loop], now: monday)
    try ada.ask("check", "Read", now: monday)
    try eventually("the program did not end") {
      FileManager.default.fileExists(atPath: ada.home.appendingPathComponent("ends").path)
    }
    #expect(try ada.ask("today", now: monday).items().texts("status") == ["done", "done"])
    #expect(documents("told", ada).count == 1)
  }

  @Test func `X-14 names of events are checked, and a failure is told in a sentence`() throws {
    let ada = try person("streaks")
    try ada.ask("add", "Read", now: monday)
    let fails = try script("fails.sh", "exit 3", ada)
    func refusal(_ event: String) throws -> String {
      let error = try ada.run(["on", event, "--", fails], now: monday).error
      return error.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(
      try refusal("tracking.check-chnged").contains("Perhaps you mean tracking.check-changed")
    )
    let other = try refusal("streaks.milestone-reached")
    #expect(other.contains("Perhaps you mean gamification.milestone-reached"))
    #expect(try refusal("sobriety.day-marked").contains("Streaks has no event"))
    let missing = try ada.run(["on", "tracking.check-changed", "--", "no-such-thing"], now: monday)
    #expect(missing.status == 1 && missing.error.contains("no program “no-such-thing”"))
    let names = try ada.ask("on", "--events", now: monday).items().compactMap { $0.text("event") }
    #expect(names.contains("gamification.milestone-reached") && names == names.sorted())
    try ada.run(["on", "tracking.check-changed", "--", fails], now: monday)
    try ada.ask("check", "Read", now: monday)
    try eventually("the failure is not told") {
      let words = try ada.run("on", now: monday).output.split(whereSeparator: \.isWhitespace)
      return words.joined(separator: " ").contains(
        "failed last today at 08:00: it ended with status 3."
      )
    }
  }

  @Test func `X-14 imported history runs no program, and a slow one keeps nobody waiting`() throws {
    let ada = try person()
    // It waits for what is written only after the command has answered.
    let slow = try script(
      "slow.sh",
      "cat >> told; while [ ! -e answered ]; do sleep 0.01; done; echo >> ended",
      ada
    )
    try ada.run(["on", "tracking.check-changed", "--", slow], now: monday)
    let table = ada.home.appendingPathComponent("days.csv")
    try Data("habit,day,status\nRead,2026-02-27,done\nRead,2026-02-28,done\n".utf8).write(to: table)
    try ada.ask("import", table.path, now: monday)
    try ada.ask("check", "Read", now: monday)
    try Data().write(to: ada.home.appendingPathComponent("answered"))
    try eventually("the program did not run to its end") {
      FileManager.default.fileExists(atPath: ada.home.appendingPathComponent("ended").path)
    }
    let told = documents("told", ada)
    #expect(told.map { ($0["data"] as? [String: Any])?.text("day") } == ["2026-03-02"])
  }
}
