import Driver
import Foundation
import Testing

/// Four months with Streaks, day by day.
@Suite struct StreaksMonthsTests {
  @Test func `K-1, K-3, K-4 months of checks, breaks, a freeze, a journey and a deletion add up`()
    throws
  {
    let kim = try Life("streaks", zone: "Europe/Berlin", at: "2026-02-20T19:00:00Z")
    for title in ["Read", "Run"] { try kim.ask("add", title) }
    try kim.ask("edit", "Run", "--every", "mon,wed,fri", "--difficulty", "hard")
    // 33 days of reading from 20 February on, across the later clock change.
    try kim.daily(33) { try kim.ask("check", "Read") }
    #expect(try kim.ask("badges").items().compactMap { $0.number("level") } == [7, 30])
    // 25 March is missed, and protected on the 26th.
    kim.pass(days: 1)
    try kim.ask("freeze", "Read")
    try kim.daily(10) { try kim.ask("check", "Read") }
    #expect(try kim.ask("streaks").item("Read").number("current") == 43)
    // To Tokyo: eight hours are lost, but no day.
    try kim.ask("settings", "time-zone", "Asia/Tokyo")
    kim.pass(hours: -8)
    try kim.ask("check", "Read")
    #expect(try kim.ask("streaks").item("Read").number("current") == 44)
    // Eleven days are missed; a new run begins.
    kim.pass(days: 12)
    #expect(try kim.ask("streaks").item("Read").number("current") == 0)
    try kim.daily(8) { try kim.ask("check", "Read") }
    let read = try kim.ask("streaks").item("Read")
    #expect(read.number("current") == 8)
    #expect(read.number("best") == 44)
    #expect(try kim.ask("stats").item("Read").number("totalDays") == 52)
    let badges = try kim.ask("badges").items()
    #expect(badges.first { $0.number("level") == 7 }?.number("times") == 2)
    #expect(try kim.ask("verify").flag("intact") == true)
    // Everything moves to another device, including streaks and badges.
    let file = kim.file("all.json")
    try kim.ask("export", "--out", file)
    let other = try Life("streaks", zone: "Asia/Tokyo", at: kim.instant)
    try other.ask("import", file)
    for view in ["streaks", "stats", "badges", "score", "calendar"] {
      let arguments = view == "calendar" ? [view, "Read"] : [view]
      let there = try other.person.run(arguments, now: kim.instant).output
      #expect(try there == kim.person.run(arguments, now: kim.instant).output, "\(view)")
    }
    try kim.ask("delete", "Read", "--yes")
    #expect(try kim.ask("badges").number("total") == 0)
    #expect(try kim.ask("streaks").part("freezes").number("available") == 0)
    #expect(try kim.ask("today").items().texts("title") == ["Run"])
  }
}
