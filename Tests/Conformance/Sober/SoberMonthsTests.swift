import Driver
import Foundation
import Testing

/// Half a year with Sober.
@Suite struct SoberMonthsTests {
  @Test func `S-22 months with slips, late marks and a journey add up`() throws {
    let sam = try Life("sober", zone: "Europe/Berlin", at: "2026-01-01T20:00:00Z")
    try sam.ask(
      "sober",
      "settings",
      "--drinks-per-week",
      "14",
      "--cost",
      "3",
      "--currency",
      "EUR"
    )
    // 40 sober days, two that were not, ten unmarked days, then the rest while traveling.
    try sam.daily(40) { try sam.ask("sober", "mark") }
    try sam.daily(2) { try sam.ask("sober", "slip", "--drinks", "2") }
    sam.pass(days: 10)
    #expect(try sam.ask("sober").number("current") == 0)
    #expect(try sam.ask("sober").number("longest") == 40)
    try sam.ask("settings", "time-zone", "America/Los_Angeles")
    let today = try #require(try sam.ask("sober").text("day"))
    for day in Days.ending(Days.adding(-1, to: today), 10) {
      try sam.ask("sober", "mark", "--day", day)
    }
    #expect(try sam.ask("sober").number("current") == 10)
    try sam.daily(35) { try sam.ask("sober", "mark") }
    let state = try sam.ask("sober")
    #expect(state.number("current") == 45)
    #expect(state.number("longest") == 45)
    #expect(state.number("savedMinor") == 85 * 2 * 300)
    #expect(try sam.ask("verify").flag("intact") == true)
    let file = sam.file("export.json")
    try sam.ask("export", "--out", file)
    let other = try Life("sober", at: sam.instant)
    try other.ask("import", file)
    #expect(try other.see("sober", "calendar") == sam.see("sober", "calendar"))
    #expect(try other.see("sober") == sam.see("sober"))
  }

  @Test func `S-22 several substances run side by side and are deleted apart`() throws {
    let sam = try Life("sober", at: "2026-03-10T08:00:00Z")
    for day in Days.ending("2026-03-10", 3) { try sam.ask("sober", "mark", "--day", day) }
    // A typing error begins nothing; it is asked what was meant.
    #expect(try sam.refused("sober", "mark", "--substance", "Nicotine").contains("begun first"))
    try sam.ask("sober", "begin", "Nicotine")
    #expect(try sam.refused("sober", "mark", "--substance", "Nicotin").contains("“Nicotine”"))
    try sam.ask("sober", "mark", "--substance", "Nicotine")
    #expect(try sam.ask("sober").number("current") == 3)
    #expect(try sam.ask("sober", "--substance", "Nicotine").number("current") == 1)
    #expect(try sam.refused("sober", "delete", "Nicotine").contains("Nicotine"))
    try sam.ask("sober", "delete", "Nicotine", "--yes")
    #expect(try sam.ask("sober").number("current") == 3)
    #expect(try !sam.see("export").contains("Nicotine"))
  }

  @Test func `S-22 no freeze is offered or counted where there are none`() throws {
    let sam = try Life("sober", at: "2026-03-10T08:00:00Z")
    for day in Days.ending("2026-03-08", 31) { try sam.ask("sober", "mark", "--day", day) }
    #expect(try !sam.ask("streaks").items("offers").texts("kind").contains("freeze"))
    #expect(try !sam.see("streaks").contains("freeze"))
    #expect(try sam.refused("freeze", "alcohol").contains("freeze"))
  }
}
