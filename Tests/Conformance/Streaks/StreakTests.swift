import Driver
import Foundation
import Testing

/// Streaks and the calendar behind them.
@Suite struct StreakTests {
  private func kim(_ instant: String = "2026-03-02T08:00:00Z") throws -> Life {
    let kim = try Life("streaks", zone: "Europe/Berlin", at: instant)
    try kim.ask("add", "Read")
    return kim
  }

  private func streak(_ kim: Life, _ title: String = "Read") throws -> [Int] {
    let item = try kim.ask("streaks").item(title)
    return [item.number("current") ?? -1, item.number("best") ?? -1]
  }

  @Test func `K-1 the first completion makes both one, each further day adds one`() throws {
    let kim = try kim()
    #expect(try streak(kim) == [0, 0])
    for day in 1...5 {
      let check = try kim.ask("check", "Read")
      #expect(check.number("streak") == day)
      #expect(check.number("best") == day)
      #expect(try streak(kim) == [day, day])
      kim.pass(days: 1)
    }
  }

  @Test func `K-1 a missed day makes it zero, the best one stays until it is passed`() throws {
    let kim = try kim()
    try kim.daily(4) { try kim.ask("check", "Read") }
    #expect(try streak(kim) == [4, 4])
    kim.pass(days: 1)
    #expect(try streak(kim) == [0, 4])
    try kim.daily(4) { try kim.ask("check", "Read") }
    #expect(try streak(kim) == [4, 4])
    try kim.ask("check", "Read")
    #expect(try streak(kim) == [5, 5])
    try kim.ask("uncheck", "Read")
    #expect(try streak(kim) == [4, 4])
  }

  @Test func `K-1 both are shown, with a flame`() throws {
    let kim = try kim()
    try kim.daily(3) { try kim.ask("check", "Read") }
    let text = try kim.see("streaks")
    #expect(text.contains("🔥 3 days"))
    #expect(text.contains("Best"))
    #expect(try kim.see("today").contains("🔥 3 days"))
    #expect(try kim.see("streaks", "Read").asOneLine.contains("Best 3 days"))
    #expect(try kim.see("check", "Read").contains("🔥"))
  }

  @Test func `K-1 days that are not scheduled neither add nor break`() throws {
    let kim = try kim()
    try kim.ask("add", "Run", "--every", "mon,wed,fri")
    for day in ["2026-03-02", "2026-03-04", "2026-03-06", "2026-03-09"] {
      try kim.at("\(day)T12:00:00Z")
      try kim.ask("check", "Run")
    }
    #expect(try streak(kim, "Run") == [4, 4])
    #expect(try kim.ask("streaks").item("Run").text("unit") == "occurrence")
    try kim.at("2026-03-12T12:00:00Z")
    #expect(try streak(kim, "Run") == [0, 4])
  }

  @Test func `K-1 a skip and a vacation keep a streak and add nothing`() throws {
    let kim = try kim()
    try kim.daily(3) { try kim.ask("check", "Read") }
    try kim.ask("skip", "Read")
    kim.pass(days: 1)
    try kim.ask("check", "Read")
    #expect(try streak(kim) == [4, 4])
    try kim.ask("vacation", "plan", "2026-03-07", "2026-03-12")
    try kim.at("2026-03-13T08:00:00Z")
    try kim.ask("check", "Read")
    #expect(try streak(kim) == [5, 5])
  }

  @Test func `K-1 a vacation that has begun is cancelled only by somebody who means it`() throws {
    let kim = try kim()
    try kim.daily(3) { try kim.ask("check", "Read") }
    let id = try #require(try kim.ask("vacation", "plan", "today", "2026-03-20").text("id"))
    kim.pass(days: 2)
    let question = try kim.refused("vacation", "cancel", id)
    #expect(question.contains("a streak that rests on them may end"))
    #expect(question.contains("trellis vacation cancel \(id) --yes"))
    #expect(try kim.ask("vacation").items().count == 1)
    try kim.ask("vacation", "cancel", id, "--yes")
    #expect(try kim.ask("vacation").items().isEmpty)
    let ahead = try kim.ask("vacation", "plan", "tomorrow", "2026-03-20")
    try kim.ask("vacation", "cancel", try #require(ahead.text("id")))
    #expect(try kim.ask("vacation").items().isEmpty)
  }

  @Test func `K-1 a streak goes on across zones and changes of the clocks`() throws {
    let kim = try kim("2026-03-27T22:30:00Z")
    for (instant, zone) in [
      ("2026-03-27T22:30:00Z", "Europe/Berlin"), ("2026-03-28T22:30:00Z", "Europe/Berlin"),
      ("2026-03-29T21:30:00Z", "Europe/Berlin"), ("2026-03-30T23:00:00Z", "America/New_York"),
      ("2026-03-31T23:00:00Z", "Asia/Tokyo"), ("2026-04-02T01:00:00Z", "Asia/Tokyo"),
    ] {
      try kim.at(instant)
      try kim.ask("settings", "time-zone", zone)
      try kim.ask("check", "Read")
    }
    // 27, 28, 29, 30 March, then 1 and 2 April in Tokyo: the flight skipped the 31st, which is
    // protected by itself.
    #expect(try streak(kim) == [6, 6])
    let days = try kim.ask("calendar", "Read").items("days")
    #expect(days.on("2026-03-30").text("status") == "done")
    #expect(days.on("2026-04-01").text("status") == "done")
  }

  @Test func `K-2 the calendar shows the last 90 days, done and not done`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    let done = Days.ending("2026-04-30", 20) + Days.ending("2026-06-10", 5)
    try kim.bring([(title: "Read", days: Days.ending("2026-03-01", 3) + done)])
    let days = try kim.ask("calendar", "Read").items("days")
    #expect(days.texts("day") == Days.ending("2026-06-10", 90))
    for day in days {
      let date = try #require(day.text("day"))
      #expect(day.text("status") == (done.contains(date) ? "done" : "missed"), "\(date)")
    }
    let text = try kim.see("calendar", "Read")
    for word in ["✓ done", "missed", "current streak", "Jun", "today"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test func `K-2 a day tells its time and note`() throws {
    let kim = try kim("2026-03-02T17:05:00Z")
    try kim.ask("check", "Read", "--note", "two chapters, “The Waves”")
    let day = try kim.ask("day", "Read", "today")
    #expect(day.text("at") == "2026-03-02T18:05:00+01:00")
    #expect(day.text("note") == "two chapters, “The Waves”")
    let text = try kim.see("day", "Read", "2026-03-02")
    #expect(text.contains("18:05"))
    #expect(text.contains("two chapters"))
    let cell = try kim.ask("calendar", "Read").items("days").on("2026-03-02")
    #expect(cell.text("note") == "two chapters, “The Waves”")
    #expect(cell.text("at") == "2026-03-02T18:05:00+01:00")
  }

  @Test func `K-2 the days of the current streak stand out`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    let past = Days.ending("2026-05-20", 6)
    let current = Days.ending("2026-06-09", 9)
    try kim.bring([(title: "Read", days: past + current)])
    let days = try kim.ask("calendar", "Read").items("days")
    let marked = days.filter { $0.flag("inCurrentStreak") == true }.texts("day")
    #expect(marked == current)
    #expect(try kim.see("calendar", "Read").contains("─"))
    kim.pass(days: 2)
    let later = try kim.ask("calendar", "Read").items("days")
    #expect(later.map { $0.flag("inCurrentStreak") } == Array(repeating: false, count: 90))
  }
}
