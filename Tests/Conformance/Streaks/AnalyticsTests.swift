import Driver
import Foundation
import Testing

/// History and analytics.
@Suite struct AnalyticsTests {
  @Test func `K-5 a completion is kept with its instant, habit and whose it is`() throws {
    let kim = try Life("streaks", zone: "Europe/Berlin", at: "2026-03-02T17:05:00Z")
    let id = try #require(try kim.ask("add", "Read").text("id"))
    try kim.ask("check", "Read", "--note", "ten pages")
    let facts = try kim.ask("export").items("facts")
    let fact = try #require(facts.first { $0.text("kind") == "tracking.check-set" })
    #expect(fact.text("entity") == id)
    #expect(fact["device"] != nil)
    let day = try kim.ask("day", "Read", "2026-03-02")
    #expect(day.text("id") == id)
    #expect(day.text("at") == "2026-03-02T18:05:00+01:00")
    #expect(day.text("note") == "ten pages")
  }

  @Test func `K-5 the history is grouped by week and by month`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", 45))])
    let history = try kim.ask("history", "Read")
    let months = history.items("months")
    #expect(months.last?.number("count") == 9)
    #expect(months.dropLast().last?.number("count") == 31)
    let weeks = history.items("weeks")
    #expect(weeks.last?.text("from") == "2026-06-08")
    #expect(weeks.last?.number("count") == 2)
    #expect(weeks.dropLast().last?.number("count") == 7)
    #expect(weeks.compactMap { $0.number("count") }.reduce(0, +) == 45)
    let text = try kim.see("history", "Read")
    #expect(text.contains("May 31"))
    #expect(text.contains("Jun 9"))
  }

  @Test func `K-5, K-6 rates of the week, the month and always, and the totals`() throws {
    let kim = try Life("streaks", at: "2026-06-10T22:00:00Z")
    // 6 of the last 7 days, 11 of the last 30, 40 of the 60 since the first day.
    let early = Days.ending("2026-05-11", 30).filter { $0 != "2026-04-20" }
    let late = Days.ending("2026-06-02", 5) + Days.ending("2026-06-10", 6)
    try kim.bring([(title: "Read", days: early + late)])
    let item = try kim.ask("stats").item("Read")
    let rates = item.part("rates")
    #expect(rates.amount("week") == 6.0 / 7)
    #expect(abs((rates.amount("month") ?? -1) - 11.0 / 30) < 0.000_001)
    #expect(abs((rates.amount("all") ?? -1) - 40.0 / 60) < 0.000_001)
    #expect(item.number("totalDays") == 40)
    let text = try kim.see("stats")
    for word in ["86%", "37%", "67%", "40"] { #expect(text.contains(word), "\(word)") }
  }

  @Test func `K-5 today counts only once it is done`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", 7))])
    #expect(try kim.ask("stats").item("Read").part("rates").amount("week") == 1)
    try kim.ask("check", "Read")
    #expect(try kim.ask("stats").item("Read").part("rates").amount("week") == 1)
    kim.pass(days: 2)
    #expect(
      abs((try kim.ask("stats").item("Read").part("rates").amount("all") ?? 0) - 8.0 / 9)
        < 0.000_001
    )
  }

  @Test func `K-6 thirty days of trend, the best weekday and the mean streak`() throws {
    let kim = try Life("streaks", at: "2026-06-10T22:00:00Z")
    // Runs of 10, 4 and 1 days; the done days include all Mondays of five weeks.
    try kim.bring([
      (
        title: "Read",
        days: Days.ending("2026-05-20", 10) + Days.ending("2026-05-27", 4)
          + ["2026-06-01", "2026-06-08"]
      )
    ])
    let item = try kim.ask("stats").item("Read")
    let trend = try #require(item["trend30"] as? [Double])
    // The share of the seven days that end with each; today counts only once it is done.
    let sevenths = trend.dropLast().map { Int(($0 * 7).rounded()) }
    #expect(sevenths == "77777777765444444443321111111".compactMap(\.wholeNumberValue))
    #expect(trend.last == 1.0 / 6)
    #expect(item.text("bestWeekday") == "monday")
    #expect(item.amount("averageStreak") == 4)
    #expect(item.number("totalDays") == 16)
    #expect(try kim.see("stats").contains("Mon"))
  }

  @Test func `K-6 the overall consistency is the mean of all habits`() throws {
    let kim = try Life("streaks", at: "2026-06-10T22:00:00Z")
    let all = Days.ending("2026-06-10", 60)
    try kim.bring([
      (title: "Read", days: all),
      (title: "Run", days: all.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)),
    ])
    #expect(try kim.ask("stats").amount("consistency") == 0.75)
    #expect(try kim.see("stats").contains("75%"))
  }

  @Test func `K-6 who gets better is told so, who does not is not scolded`() throws {
    let kim = try Life("streaks", at: "2026-06-10T22:00:00Z")
    let sparse = ["2026-04-15", "2026-04-25", "2026-05-05", "2026-05-15"]
    try kim.bring([
      (title: "Rising", days: sparse + Days.ending("2026-06-10", 20)),
      (title: "Falling", days: Days.ending("2026-05-20", 40)),
    ])
    let text = try kim.see("stats")
    #expect(text.contains("Rising is climbing"))
    #expect(!text.contains("Falling is"))
    for word in ["worse", "declin", "fail", "bad"] { #expect(!text.contains(word)) }
  }
}
