import Driver
import Foundation
import Testing

/// The contribution history and streaks.
@Suite struct HistoryTests {
  @Test func `H-12 the history reaches back twelve weeks or more`() throws {
    let ada = try Life("hobbyist", at: "2026-06-10T08:00:00Z")
    try ada.bring([(title: "Draw", days: ["2026-03-19", "2026-04-01", "2026-06-09"])])
    let history = try ada.ask("history")
    let days = history.items("days")
    #expect(days.count >= 84)
    #expect(history.text("to") == "2026-06-10")
    #expect(days.texts("day").last == "2026-06-10")
    #expect(days.on("2026-03-19").number("count") == 1)
    #expect(history.number("total") == 3)
    #expect(try ada.ask("history", "--weeks", "53").items("days").count >= 52 * 7)
  }

  @Test func `H-12 the history of one hobby is its own`() throws {
    let ada = try Life("hobbyist", at: "2026-06-10T08:00:00Z")
    try ada.bring([
      (title: "Draw", days: ["2026-06-08", "2026-06-09"]), (title: "Piano", days: ["2026-06-09"]),
    ])
    let history = try ada.ask("history", "Piano")
    #expect(history.text("title") == "Piano")
    #expect(history.number("total") == 1)
    #expect(try ada.ask("history").number("total") == 3)
    #expect(try ada.ask("history").items("days").on("2026-06-09").number("count") == 2)
  }

  @Test func `H-12 the calendar is one grid with a month above its weeks`() throws {
    let ada = try Life("hobbyist", at: "2026-06-10T08:00:00Z")
    try ada.bring([(title: "Draw", days: Days.ending("2026-06-09", 40))])
    let text = try ada.see("history")
    for word in ["Mon", "Wed", "Fri", "less", "more"] { #expect(text.contains(word), "\(word)") }
    let lines = text.split(separator: "\n")
    let first = try #require(lines.firstIndex { $0.hasPrefix("Mon") })
    #expect(lines[..<first].last?.split(separator: " ") == ["Mar", "Apr", "May", "Jun"])
    #expect(lines[first].filter { $0 == "█" }.count == 6)
    #expect(text.contains("40 done"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `H-13 a day without completions looks different from one with some`() throws {
    let ada = try Life("hobbyist", at: "2026-06-10T08:00:00Z")
    try ada.bring([(title: "Draw", days: ["2026-06-08"]), (title: "Piano", days: ["2026-06-08"])])
    let days = try ada.ask("history").items("days")
    #expect(days.on("2026-06-08").number("level") ?? 0 > 0)
    #expect(days.on("2026-06-07").number("level") == 0)
    // The shades stand in the legend too, so the days themselves are looked at.
    let lines = try ada.see("history").split(separator: "\n")
    let mondays = try #require(lines.first { $0.hasPrefix("Mon") })
    let shades = mondays.split(separator: " ").dropFirst().joined()
    #expect(shades == String(repeating: "·", count: 12) + "█")
    let plain = try ada.see("history", "--plain")
    #expect(plain.contains("Week of 2026-06-08: Mon 2, Tue 0, Wed 0."))
  }

  @Test func `H-14 the current and the best streak follow the days that were marked`() throws {
    let ada = try Life("hobbyist", at: "2026-06-10T08:00:00Z")
    try ada.bring([
      (title: "Draw", days: Days.ending("2026-05-20", 12) + Days.ending("2026-06-09", 4))
    ])
    var draw = try ada.ask("streaks").item("Draw")
    #expect(draw.number("current") == 4)
    #expect(draw.number("best") == 12)
    #expect(draw.flag("atRisk") == true)
    try ada.ask("check", "Draw")
    draw = try ada.ask("streaks").item("Draw")
    #expect(draw.number("current") == 5)
    #expect(draw.flag("atRisk") == false)
    ada.pass(days: 2)
    #expect(try ada.ask("streaks").item("Draw").number("current") == 0)
    #expect(try ada.ask("streaks").item("Draw").number("best") == 12)
  }

  @Test func `H-14 a streak has no upper limit`() throws {
    let ada = try Life("hobbyist", at: "2026-06-10T08:00:00Z")
    try ada.bring([(title: "Draw", days: Days.ending("2026-06-09", 4000))])
    try ada.ask("check", "Draw")
    let draw = try ada.ask("streaks").item("Draw")
    #expect(draw.number("current") == 4001)
    #expect(draw.number("best") == 4001)
  }
}
