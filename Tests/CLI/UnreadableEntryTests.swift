import Driver
import Foundation
import SQLite
import Testing

/// A home in which one entry cannot be read can still be looked at.
@Suite struct UnreadableEntryTests {
  private let morning = "2026-03-01T09:00:00Z"

  /// A person with three habits, of which the mark of the second cannot be read.
  private func person() throws -> Person {
    let person = try Person()
    for title in ["Read", "Run", "Swim"] {
      try person.ask("add", title, now: morning)
      try person.ask("check", title, now: morning)
    }
    let path = person.home.appendingPathComponent("space.db").path
    let database = try Database(path: path, mode: .readWrite)
    try database.execute("UPDATE facts SET form = NULL, body = x'7B' WHERE seq = 4")
    try database.execute("DELETE FROM snapshots")
    return person
  }

  @Test(arguments: [["today"], ["list"], ["history"], ["day", "Swim"], ["week", "--json"]])
  func `what can be read is shown, with a warning`(_ command: [String]) throws {
    let person = try person()
    let outcome = try person.run(command, now: morning)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.error.contains("trellis doctor"))
  }

  @Test func `all habits and the readable marks are there`() throws {
    let today = try person().ask("today", now: morning)
    #expect(today.items().count == 3)
    #expect(today.number("done") == 2)
  }

  @Test func `nothing is saved, until the doctor has mended it`() throws {
    let person = try person()
    for command in [["check", "Run"], ["add", "Walk"], ["delete", "Read", "--yes"]] {
      let outcome = try person.run(command, now: morning)
      #expect(outcome.status == 1)
      #expect(outcome.error.asOneLine.contains("Entry 4 of your history"))
      #expect(outcome.error.asOneLine.contains("Nothing was changed"))
    }
    #expect(try person.ask("list", now: morning).items().count == 3)
    #expect(try person.run("verify").status == 1)
    #expect(try person.run("doctor", "--mend").status == 0)
    try person.ask("check", "Run", now: morning)
    let today = try person.run("today", "--json", now: morning)
    #expect(try today.document().number("done") == 3)
    #expect(today.error.isEmpty)
  }
}
