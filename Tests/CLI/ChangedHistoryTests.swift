import Driver
import Foundation
import SQLite
import Testing

/// An export of a history that is not what was written is given, and says so.
@Suite struct ChangedHistoryTests {
  private let morning = "2026-03-01T09:00:00Z"
  private let warning = "Entry 2 of your history is not what was written."

  /// A person with a mark of today, which somebody may have moved to yesterday.
  ///
  /// In the row, the first value is the day as its distance from when the mark was made: 0, and 1
  /// for the day before.
  private func person(isChanged: Bool) throws -> Person {
    let person = try Person()
    try person.ask("add", "Read", now: "2026-02-28T09:00:00Z")
    try person.ask("check", "Read", now: morning)
    guard isChanged else { return person }
    try Database(path: person.home.appendingPathComponent("space.db").path, mode: .readWrite)
      .execute(
        """
        UPDATE facts SET body = CAST(x'01' || substr(body, 2) AS BLOB)
        WHERE seq = 2 AND substr(body, 1, 1) = x'00'
        """
      )
    return person
  }

  @Test(arguments: ["json", "csv", "ics"], [false, true])
  func `B1: an export is given and says on standard error what it is of`(
    format: String,
    isChanged: Bool
  ) throws {
    let person = try person(isChanged: isChanged)
    let printed = try person.run("export", "--format", format, now: morning)
    #expect(printed.status == 0)
    #expect(printed.output.contains("Read"))
    #expect(printed.error.isEmpty == !isChanged)
    #expect(printed.error.asOneLine.contains(warning) == isChanged)
    #expect(!printed.output.contains("what was written"))
    let file = person.home.appendingPathComponent("mine.\(format)").path
    let command = ["export", "--format", format, "--out", file, "--json"]
    let written = try person.run(command, now: morning)
    #expect(written.error.asOneLine.contains(warning) == isChanged)
    let document = try written.document()
    #expect(document["firstChanged"] as? Int == (isChanged ? 2 : nil))
    #expect(document.keys.contains("firstChanged") == isChanged)
  }

  @Test func `B1: only the complete export of a changed history has a member for it`() throws {
    for isChanged in [false, true] {
      let document = try person(isChanged: isChanged).run("export", now: morning).document()
      #expect(document.keys.contains("firstChanged") == isChanged)
    }
  }

  @Test func `what can be read of a history is in a table and in a calendar`() throws {
    let person = try person(isChanged: false)
    let path = person.home.appendingPathComponent("space.db").path
    try person.ask("add", "Swim", now: morning)
    let database = try Database(path: path, mode: .readWrite)
    try database.execute("UPDATE facts SET form = NULL, body = x'7B' WHERE seq = 3")
    try database.execute("DELETE FROM snapshots")
    for format in ["csv", "ics"] {
      let outcome = try person.run("export", "--format", format, now: morning)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("Read") && !outcome.output.contains("Swim"))
      #expect(outcome.error.asOneLine.contains("cannot be read"))
    }
  }
}
