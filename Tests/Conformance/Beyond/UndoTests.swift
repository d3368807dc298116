import Driver
import Testing

/// A mistaken tap costs nothing.
@Suite struct UndoTests {
  @Test func `X-02 undo gives back a mark with its instant and note`() throws {
    let ada = try Life("hobbyist", zone: "Europe/Berlin", at: "2026-03-10T07:12:00Z")
    try ada.ask("add", "Draw")
    try ada.ask("check", "Draw", "--note", "a tree")
    let before = try ada.ask("day", "Draw", "today")
    ada.pass(hours: 5)
    try ada.ask("uncheck", "Draw")
    #expect(try ada.ask("day", "Draw", "today").text("status") != "done")
    try ada.ask("undo", "Draw")
    let after = try ada.ask("day", "Draw", "today")
    #expect(after.text("status") == "done")
    #expect(after.text("note") == "a tree")
    #expect(after.text("at") == before.text("at"))
    #expect(before.text("at") != nil)
  }

  @Test func `X-02 a sobriety timer survives a mistaken tap`() throws {
    let sam = try Life("sober", zone: "Europe/Berlin", at: "2026-03-10T08:00:00Z")
    try sam.ask("sober", "mark")
    sam.pass(hours: 6)
    let since = try sam.ask("sober", "timer").text("since")
    try sam.ask("sober", "slip")
    #expect(try sam.ask("sober", "timer").flag("running") == false)
    sam.pass(minutes: 1)
    try sam.ask("sober", "undo")
    let timer = try sam.ask("sober", "timer")
    #expect(timer.flag("running") == true)
    #expect(timer.text("since") == since)
    #expect(timer.number("hours") == 6)
  }
}
