import Driver
import Foundation
import Testing

/// What telemetry counts, and what happens to the counts.
@Suite struct TelemetryTests {
  private let morning = "2026-03-10T08:00:00Z"

  private func spool(_ person: Person) -> String? {
    try? String(contentsOf: person.home.appendingPathComponent("telemetry.json"), encoding: .utf8)
  }

  private func busy() throws -> Person {
    let person = try Person()
    try person.ask("add", "A secret habit", now: morning)
    try person.ask("check", "A secret habit", "--note", "a secret note", now: morning)
    return person
  }

  @Test func `H-22: uses are counted by name, with nothing a person wrote`() throws {
    let person = try busy()
    let shown = try person.run("telemetry", "show", now: morning).output
    #expect(shown.contains("tracking.create-habit"))
    #expect(shown.contains("tracking.set-check"))
    for text in [shown, try #require(spool(person))] {
      #expect(!text.contains("secret"))
      #expect(!text.contains("2026-03-10"))
    }
    let file = person.home.appendingPathComponent("uses.json").path
    try person.ask("telemetry", "export", "--out", file, now: morning)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == shown)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: person.home.appendingPathComponent("telemetry.json").path
    )
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `H-22: off drops what was counted at once, and nothing more is`() throws {
    let person = try busy()
    #expect(spool(person) != nil)
    let off = try person.ask("telemetry", "off", now: morning)
    #expect(off["on"] as? Bool == false)
    #expect(spool(person) == nil)
    try person.ask("uncheck", "A secret habit", now: morning)
    #expect(spool(person) == nil)
    try person.ask("telemetry", "on", now: morning)
    try person.ask("check", "A secret habit", now: morning)
    #expect(spool(person) != nil)
  }

  @Test func `H-20: nothing is counted under DO_NOT_TRACK or by products that allow none`() throws {
    for environment in [["DO_NOT_TRACK": "1"], ["TRELLIS_PRODUCT": "beebloom"]] {
      let person = try Person()
      try person.ask("add", "Read", now: morning, environment: environment)
      try person.ask("check", "Read", now: morning, environment: environment)
      #expect(spool(person) == nil)
    }
  }

  @Test func `H-23: the disclosure says what is collected and what never is`() throws {
    let person = try Person()
    let words = try person.ask("telemetry", "disclosure", now: morning)
    #expect((words["collected"] as? [String])?.isEmpty == false)
    #expect((words["never"] as? [String])?.contains { $0.contains("Titles") } == true)
  }
}
