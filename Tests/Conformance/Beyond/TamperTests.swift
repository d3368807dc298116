import Driver
import SQLite
import Testing

/// What somebody changed in the file from outside is seen, and led out of.
@Suite struct TamperTests {
  /// Ways to change a history of twelve entries from outside.
  private static let edits = [
    "UPDATE facts SET form = NULL, body = NULL WHERE seq = 5",
    "UPDATE facts SET form = NULL, body = x'7B7D' WHERE seq = 5",
    "UPDATE facts SET reading = reading + 1 WHERE seq = 5",
    "DELETE FROM facts WHERE seq > 9",
    "DELETE FROM facts WHERE seq = 3",
    "CREATE TRIGGER theirs AFTER INSERT ON facts BEGIN DELETE FROM facts WHERE seq = 1; END",
    "CREATE VIEW theirs AS SELECT * FROM facts",
    "DROP INDEX facts_id",
  ]

  private func kim() throws -> Life {
    let kim = try Life("streaks", at: "2026-03-01T08:00:00Z")
    try kim.ask("add", "Read")
    try kim.daily(10) { try kim.ask("check", "Read") }
    return kim
  }

  private func edit(_ path: String, _ edit: String) throws {
    try Database(path: path, mode: .readWrite).execute(edit)
  }

  @Test(arguments: edits)
  func `X-03 verify and restore see every change from outside`(_ edit: String) throws {
    let kim = try kim()
    #expect(try kim.ask("verify").flag("intact") == true)
    let copy = kim.file("copy.db")
    try kim.ask("backup", copy)
    try self.edit(copy, edit)
    let other = try Life("streaks", at: kim.instant)
    try other.ask("add", "Swim")
    let outcome = try other.person.run(["restore", copy], now: other.instant)
    if outcome.status == 0 {
      // Only what is beside the entries may be wrong in a copy: it is left behind.
      #expect(edit.hasPrefix("CREATE") || edit.hasPrefix("DROP"))
      #expect(try other.ask("verify").number("entries") == kim.ask("verify").number("entries"))
      #expect(try other.ask("streaks").item("Read").number("best") == 10)
    } else {
      #expect(outcome.error.count > 40)
      #expect(try other.ask("list").items().texts("title") == ["Swim"])
    }
    try self.edit(kim.file("space.db"), edit)
    #expect(try kim.refused("verify").count > 40)
  }

  @Test(arguments: edits)
  func `X-18 the doctor leads out of every damage`(_ edit: String) throws {
    let kim = try kim()
    try self.edit(kim.file("space.db"), edit)
    let words = try kim.refused("doctor")
    #expect(words.contains("trellis doctor --mend") || words.contains("trellis restore"))
    #expect(words.contains("Nothing was changed"))
    try kim.ask("doctor", "--mend")
    #expect(try kim.ask("verify").flag("intact") == true)
    #expect(try kim.ask("doctor").text("state") == "sound")
    try kim.ask("check", "Read")
    #expect(try kim.ask("today").number("done") == 1)
  }
}
