import Driver
import Foundation
import Testing

/// The sobriety calendar.
@Suite struct CalendarTests {
  private func sam() throws -> Life {
    try Life("sober", zone: "Europe/Berlin", at: "2026-03-10T08:00:00Z")
  }

  private func days(_ sam: Life, _ weeks: String = "12") throws -> [[String: Any]] {
    try sam.ask("sober", "calendar", "--weeks", weeks).items("days")
  }

  private func mark(_ sam: Life, _ days: [String]) throws {
    for day in days { try sam.ask("sober", "mark", "--day", day) }
  }

  @Test func `S-03 the main screen shows the days, each sober one darker up to ten`() throws {
    let sam = try sam()
    try mark(sam, Days.ending("2026-03-10", 14))
    let shades = try days(sam).suffix(15).map { $0.number("shade") }
    #expect(shades == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10])
    let text = try sam.see("sober")
    #expect(text.contains("1  2  3  4  5  6  7  8  9 10"))
    // Without a command the output is the same.
    #expect(try sam.person.run([], now: sam.instant).output == text)
  }

  @Test func `S-03 a day that was not sober begins the shades anew`() throws {
    let sam = try sam()
    try mark(sam, Days.ending("2026-03-10", 6))
    try sam.ask("sober", "slip", "--day", "2026-03-08")
    let last = try days(sam).suffix(6)
    #expect(last.map { $0.number("shade") } == [1, 2, 3, 0, 1, 2])
    #expect(
      last.map { $0.text("status") ?? "" }
        == ["sober", "sober", "sober", "notSober", "sober", "sober"]
    )
  }

  @Test func `S-05 a day is marked, marked otherwise and cleared, and shows it at once`() throws {
    let sam = try sam()
    let day = "2026-03-09"
    let marked = try sam.ask("sober", "mark", "--day", day)
    #expect(marked.text("status") == "sober")
    #expect(marked.number("shade") == 1)
    #expect(try days(sam).on(day).text("status") == "sober")
    #expect(try sam.ask("sober", "slip", "--day", day).text("status") == "notSober")
    #expect(try days(sam).on(day).number("shade") == 0)
    #expect(try sam.ask("sober", "clear", "--day", day).text("status") == "unmarked")
    #expect(try days(sam).on(day).text("status") == "unmarked")
    try sam.ask("sober", "mark", "--day", day)
    #expect(try sam.ask("sober").number("longest") == 1)
  }

  @Test func `S-05 any day gone by may be corrected, none to come`() throws {
    let sam = try sam()
    try sam.ask("sober", "mark", "--day", "2021-12-31")
    #expect(try sam.ask("sober").number("longest") == 1)
    #expect(try sam.refused("sober", "mark", "--day", "2026-03-11").contains("not come yet"))
    #expect(try sam.refused("sober", "slip", "--day", "2027-01-01").contains("Nothing was changed"))
  }

  @Test func `S-05 a day in the middle that is corrected joins two runs`() throws {
    let sam = try sam()
    try mark(sam, Days.ending("2026-03-05", 5) + Days.ending("2026-03-10", 4))
    #expect(try sam.ask("sober").number("current") == 4)
    try sam.ask("sober", "mark", "--day", "2026-03-06")
    #expect(try sam.ask("sober").number("current") == 10)
    #expect(try sam.ask("sober").number("longest") == 10)
    #expect(try days(sam).on("2026-03-10").number("shade") == 10)
  }

  @Test func `S-09 today stands out`() throws {
    let sam = try sam()
    try sam.ask("sober", "mark", "--day", "2026-03-07")
    #expect(try sam.see("sober").contains("[ ·]"))
    try sam.ask("sober", "mark")
    #expect(try sam.see("sober").contains("[ 1]"))
    let calendar = try sam.see("sober", "calendar")
    #expect(calendar.contains("[  1]"))
    #expect(calendar.contains("[] today"))
    sam.pass(days: 1)
    #expect(try !sam.see("sober").contains("[ 1]"))
  }

  @Test func `S-10 one grid, weekdays as columns, weeks as rows, no gap between months`() throws {
    let sam = try sam()
    try mark(sam, Days.ending("2026-03-10", 20))
    let days = try days(sam).texts("day")
    #expect(days == Days.ending("2026-03-10", days.count))
    let lines = try sam.see("sober", "calendar").components(separatedBy: "\n")
    let head = try #require(lines.firstIndex { $0.contains("Mon Tue Wed Thu Fri Sat Sun") })
    let rows = lines[(head + 1)...].prefix { !$0.isEmpty }
    #expect(rows.count == 12)
    // The week in which the month changes is one row like the others.
    let turn = try #require(rows.first { $0.hasPrefix("Feb 23") || $0.contains(" 23 ") })
    #expect(turn.split(separator: " ").suffix(7).count == 7)
    for row in rows.dropLast() {
      let cells = row.split(separator: " ").suffix(7)
      #expect(cells.count == 7 && cells.allSatisfy { $0 == "·" || $0 == "–" || Int($0) != nil })
    }
  }

  @Test func `S-10 the calendar reaches back as far as one asks`() throws {
    let sam = try sam()
    try sam.ask("sober", "mark", "--day", "2024-02-29")
    let days = try days(sam, "120")
    #expect(days.count > 119 * 7)
    #expect(days.on("2024-02-29").text("status") == "sober")
    #expect(days.texts("day") == Days.ending("2026-03-10", days.count))
  }

  @Test func `S-22 the current run is above the calendar, the longest beside it`() throws {
    let sam = try sam()
    try mark(sam, Days.ending("2026-02-20", 12) + Days.ending("2026-03-10", 3))
    let state = try sam.ask("sober")
    #expect(state.number("current") == 3)
    #expect(state.number("longest") == 12)
    let text = try sam.see("sober", "calendar")
    let line = try #require(text.components(separatedBy: "\n").first)
    #expect(line.contains("3 days"))
    #expect(line.contains("12 days"))
    #expect(try sam.see("sober").asOneLine.contains("Longest run 12 days"))
  }

  @Test func `S-16 a calendar begins with the last drink, and that can be corrected`() throws {
    let sam = try sam()
    let begun = try sam.ask("sober", "begin", "--last", "2025-05-12", "--time", "22:30")
    #expect(begun.number("current") == 302)
    #expect(try sam.ask("sober", "timer").text("since") == "2025-05-12T22:30:00+02:00")
    #expect(try days(sam).on("2026-03-09").number("shade") == 10)
    #expect(try sam.see("sober", "begin", "--last", "2025-06-01").contains("282 days sober"))
    #expect(try sam.ask("sober").number("longest") == 282)
    #expect(try sam.refused("sober", "begin", "--last", "2026-03-11").contains("not come yet"))
    try sam.ask("sober", "slip", "--day", "2026-03-08")
    #expect(try sam.ask("sober").number("current") == 2)
    try sam.ask("sober", "undo", "--day", "2026-03-08")
    #expect(try sam.ask("sober").number("current") == 282)
    try sam.ask("sober", "rename", "Alcohol", "Wine")
    #expect(try sam.ask("sober", "--substance", "wine").number("current") == 282)
  }

  @Test func `S-28 the drinks of a day are kept, changed and shown`() throws {
    let sam = try sam()
    try sam.ask("sober", "slip", "--day", "2026-03-08", "--drinks", "3")
    try sam.ask("sober", "slip", "--day", "2026-03-09")
    #expect(try days(sam).on("2026-03-08").number("drinks") == 3)
    #expect(try days(sam).on("2026-03-09").number("drinks") == 0)
    try sam.ask("sober", "slip", "--day", "2026-03-08", "--drinks", "5")
    #expect(try days(sam).on("2026-03-08").number("drinks") == 5)
    #expect(try sam.see("sober", "calendar", "--plain").contains("5 drinks"))
    // A sober day has no drinks, even if it was marked otherwise before.
    try sam.ask("sober", "mark", "--day", "2026-03-08")
    #expect(try days(sam).on("2026-03-08").number("drinks") == 0)
  }

  @Test func `S-28 numbers that cannot be are refused`() throws {
    let sam = try sam()
    let refusals: [(drinks: String, status: Int32, words: String)] = [
      ("-2", 1, "a number from 0"), ("many", 64, "The value 'many' is invalid"),
      ("1000000", 1, "to 999"),
    ]
    for (drinks, status, words) in refusals {
      let outcome = try sam.person.run(
        ["sober", "slip", "--drinks=\(drinks)"],
        now: sam.instant
      )
      #expect(outcome.status == status, "\(drinks)")
      #expect(outcome.error.asOneLine.contains(words), "\(drinks)")
    }
    #expect(try sam.ask("sober").text("status") == "unmarked")
  }
}
