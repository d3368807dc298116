import Driver
import Foundation
import Testing

/// Programs that run on events, while a daemon runs.
@Suite struct HookTests {
  private let monday = "2026-03-02T08:00:00Z"

  private func told(_ person: Person) -> [[String: Any]] {
    let file = person.home.appendingPathComponent("told")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  private func mark(_ document: [String: Any]) -> String? {
    (document["data"] as? [String: Any])?.text("to")
  }

  @Test func `X-14 the daemon runs a program once for each check, whoever made it`() throws {
    let person = try Person()
    try person.ask("init", "--product", "hobbyist", "--time-zone", "UTC", now: monday)
    try person.ask("add", "Read", now: monday)
    let daemon = try DaemonProcess(person, now: monday)
    _ = try daemon.port()
    let append = [
      "on", "tracking.check-changed", "--", "/bin/sh", "-c", "cat >> $TRELLIS_HOME/told",
    ]
    try person.run(append, now: monday)
    try person.ask("check", "Read", now: monday)
    _ = try eventually("the check in the terminal: \(daemon.words)") { told(person).first }
    // By the web app's API, in the daemon itself.
    let habit = try #require(try person.ask("today", now: monday).items().first?.text("id"))
    let answer = try daemon.post(
      "/api/v1/tracking/set-check",
      #"{"habit":"\#(habit)","mark":"open"}"#
    )
    #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
    _ = try eventually("the check by the API: \(daemon.words)") {
      told(person).count > 1 ? true : nil
    }
    try person.ask("check", "Read", now: monday)
    _ = try eventually("the third check: \(daemon.words)") { told(person).count > 2 ? true : nil }
    #expect(told(person).map(mark) == ["done", "open", "done"])
  }
}
