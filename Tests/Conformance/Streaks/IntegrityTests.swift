import Driver
import Foundation
import Testing

/// A streak contains only days that were really marked.
@Suite struct IntegrityTests {
  @Test func `K-12 a completion is for the day it was made on`() throws {
    let kim = try Life("streaks", zone: "Europe/Berlin", at: "2026-03-10T22:59:00Z")
    try kim.ask("add", "Read")
    #expect(try kim.ask("check", "Read").text("day") == "2026-03-10")
    for day in ["yesterday", "2026-03-08", "2026-03-11"] {
      #expect(try kim.refused("check", "Read", "--day", day).contains("Nothing was changed"))
    }
    kim.pass(minutes: 2)
    #expect(try kim.ask("check", "Read").text("day") == "2026-03-11")
    #expect(try kim.refused("uncheck", "Read", "--day", "yesterday").count > 20)
    #expect(try kim.ask("streaks").item("Read").number("current") == 2)
  }

  @Test func `K-12 an entry that was changed from outside is found`() throws {
    let kim = try Life("streaks", at: "2026-03-10T08:00:00Z")
    try kim.ask("add", "Read")
    try kim.daily(3) { try kim.ask("check", "Read", "--note", "page one") }
    #expect(try kim.ask("verify").flag("intact") == true)
    let copy = kim.file("copy.db")
    try kim.ask("backup", copy)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    let range = try #require(bytes.range(of: Data("page one".utf8)))
    bytes.replaceSubrange(range, with: Data("page two".utf8))
    try bytes.write(to: URL(fileURLWithPath: copy))
    let other = try Life("streaks", at: kim.instant)
    let words = try other.refused("restore", copy)
    #expect(words.contains("damaged or not complete. Nothing was replaced"))
    #expect(try other.ask("list").items().isEmpty)
    #expect(try kim.ask("verify").flag("intact") == true)
  }

  @Test func `K-12 X-04 what looks like cheating is listed, and nothing is taken away`() throws {
    let kim = try Life("streaks", zone: "Europe/Vienna", at: "2026-03-01T18:00:00Z")
    try kim.ask("add", "Read")
    try kim.daily(5) { try kim.ask("check", "Read") }
    let honest = try kim.ask("verify", "--patterns")
    #expect(honest.items("patterns").isEmpty)
    #expect(
      try kim.see("verify", "--patterns").asOneLine.contains("All marks look like everyday use.")
    )
    // Two days were missed: the zone moves west, and back.
    kim.pass(hours: 24 + 15)
    try kim.ask("settings", "time-zone", "Pacific/Pago_Pago")
    try kim.ask("check", "Read")
    try kim.ask("settings", "time-zone", "Europe/Vienna")
    kim.pass(minutes: 4)
    try kim.ask("check", "Read")
    let streak = try kim.ask("streaks").item("Read").number("current")
    let hop = try #require(try kim.ask("verify", "--patterns").items("patterns").first)
    #expect(hop.text("kind") == "zoneHop")
    #expect(hop.number("seconds") == 240)
    let words = try kim.see("verify", "--patterns").asOneLine
    #expect(
      words.contains(
        "from UTC−11:00 to UTC+01:00 between two marks of “Read” that are 4 minutes apart, of "
      )
    )
    #expect(try kim.ask("streaks").item("Read").number("current") == streak)
  }
}
