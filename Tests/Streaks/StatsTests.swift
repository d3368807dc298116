import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct StatsTests {
  typealias Share = (done: Int, scheduled: Int)

  /// The schedule, the days, done and scheduled units of the last 7 and 30 days, and the reason.
  static let rates: [(String, String, Share, Share, String)] = [
    ("daily", "x", (1, 1), (1, 1), "today alone"),
    ("daily", "x.", (1, 1), (1, 1), "today is not counted while it is open"),
    ("daily", "xx.x", (3, 4), (3, 4), "three of four"),
    ("daily", "x......x", (1, 7), (2, 8), "the week holds seven days with today"),
    ("daily", "xs.x", (2, 3), (2, 3), "a skip is not counted"),
    ("daily", "xpx", (2, 2), (2, 2), "a protected day is not counted"),
    ("mon,wed,fri", "x.x....x.x.", (2, 3), (4, 5), "only scheduled days"),
    ("weekly", "x......x", (2, 2), (2, 2), "whole weeks"),
  ]

  @Test(arguments: rates.indices)
  func `rates are done units per scheduled ones`(_ row: Int) throws {
    let (schedule, days, week, month, why) = Self.rates[row]
    let today = schedule == "weekly" ? "2026-03-09" : "2026-03-12"
    let rates = try given(days, schedule, today: today).stats().rates
    #expect(rates.week == Double(week.done) / Double(week.scheduled), "\(why)")
    #expect(rates.month == Double(month.done) / Double(month.scheduled), "\(why)")
    #expect(rates.all == rates.month, "\(why)")
  }

  @Test func `nothing scheduled has no rate`() throws {
    let rates = try given(".").stats().rates
    #expect(rates == CompletionRates(week: nil, month: nil, all: nil))
  }

  @Test func `the history begins at creation or the earliest entry`() throws {
    #expect(try given("x", createdOn: "2026-03-08").stats().rates.all == 0.2)
    #expect(try given("n..x", createdOn: "2026-03-12").stats().rates.all == 0.25)
  }

  @Test func `the 30-day rate leaves older days out`() throws {
    let rates = try given(String(repeating: "x", count: 50) + String(repeating: ".", count: 15))
      .stats().rates
    #expect(rates.week == 0)
    // 29 days are decided, 15 of them done: today is open.
    #expect(rates.month == 15.0 / 29)
    #expect(rates.all == 50.0 / 64)
  }

  @Test func `a month counts where it ends`() throws {
    let days = "x" + String(repeating: ".", count: 45)
    let rates = try given(days, "monthly", today: "2026-03-10").stats().rates
    // January was done, February was not, March is open.
    #expect(rates == CompletionRates(week: nil, month: 0, all: 0.5))
  }

  /// A rolling quota, its days, and the rates of the last 7 and 30 days and of all.
  static let rolling: [(String, String, Double, Double, Double, String)] = [
    ("1/30days", "x" + kept(20), 1, 1, 1, "a week is shorter than the quota"),
    ("1/30days", "x" + kept(29) + "x" + kept(5), 1, 1, 1, "kept twice"),
    ("1/20days", "x" + kept(19) + "x" + kept(15), 1, 1, 1, "a window is no multiple of the quota"),
    ("1/60days", "x" + kept(45), 1, 1, 1, "a month is shorter than the quota"),
    ("1/30days", kept(20), 0, 0, 0, "nothing was done"),
    ("1/30days", "x" + kept(60), 0, 0, 0.5, "done once in two months"),
    ("1/30days", "x" + kept(33), 0.5, 26.0 / 29, 30.0 / 33, "lapsed"),
    ("3/7days", "xx....", 14.0 / 15, 14.0 / 15, 14.0 / 15, "two of a little more than two"),
  ]

  private static func kept(_ days: Int) -> String { String(repeating: ".", count: days) }

  @Test(arguments: rolling.indices)
  func `a rolling quota is kept on the days that it covers`(_ row: Int) throws {
    let (schedule, days, week, month, all, why) = Self.rolling[row]
    let rates = try given(days, schedule, today: "2026-03-12").stats().rates
    func isSame(_ rate: Double?, _ expected: Double) -> Bool {
      rate.map { abs($0 - expected) < 1e-9 } ?? false
    }
    #expect(isSame(rates.week, week), "\(why): \(rates)")
    #expect(isSame(rates.month, month), "\(why): \(rates)")
    #expect(isSame(rates.all, all), "\(why): \(rates)")
  }

  @Test func `the trend of a rolling quota knows nothing of later days`() throws {
    func trend(_ days: String) throws -> [Double] {
      try given(days, "2/30days", today: "2026-03-12").stats().trend30
    }
    let once = try trend("x" + Self.kept(34))
    // The second covers all days from the first on, but not yet on the days between them.
    let twice = try trend("x" + Self.kept(24) + "x" + Self.kept(9))
    #expect(once.prefix(20) == twice.prefix(20))
    #expect(twice[20] == 1 && twice[24] == 1 && once[24] == 0)
  }

  @Test func `the trend is the rate of the seven days before each day`() throws {
    let trend = try given(String(repeating: "x", count: 20) + String(repeating: ".", count: 11))
      .stats().trend30
    #expect(trend.count == 30)
    #expect(Array(trend.prefix(19)) == [Double](repeating: 1, count: 19))
    #expect(Array(trend[19..<26]) == (1...7).map { Double(7 - $0) / 7 })
    #expect(trend.last == 0)
  }

  @Test func `a trend without anything due stays what it was`() throws {
    let trend = try given("x" + String(repeating: "s", count: 39)).stats().trend30
    #expect(trend == [Double](repeating: 1, count: 30))
    let before = try given("x", createdOn: "2026-03-12").stats().trend30
    #expect(before == [Double](repeating: 0, count: 29) + [1])
  }

  @Test func `the best weekday has the greatest share`() throws {
    // Four weeks from Monday; Tuesdays always, Mondays three times.
    let days = "xx....." + "xx....." + ".x....." + "xx....."
    #expect(try given(days, today: "2026-03-15").stats().weekdays.best == [.tuesday])
    #expect(try given("......", today: "2026-03-15").stats().weekdays.best == [])
  }

  @Test func `one day does not make its weekday the best`() throws {
    #expect(try given("x", today: "1969-12-31").stats().weekdays.best == [])
    #expect(try given("x......x", today: "1969-12-31").stats().weekdays.best == [.wednesday])
  }

  @Test func `no weekday is called better than one that was kept on its only day`() throws {
    // From Wednesday on: both days that were planned twice were missed once.
    #expect(try given("..xxxxxxx").stats().weekdays.best == [])
    // In a week without a gap all weekdays are alike.
    #expect(try given("xxxxxxxx").stats().weekdays.best == [])
  }

  @Test func `equal weekdays are named together, if they are two`() throws {
    let days = String(repeating: "xx.....", count: 3)
    let weekdays = try given(days, today: "2026-03-15").stats().weekdays
    #expect(weekdays.best == [.monday, .tuesday])
    #expect(weekdays.outstanding == weekdays.best)
    let all = try given(String(repeating: "x", count: 14)).stats().weekdays
    #expect(all.best.count == 7)
    #expect(all.outstanding == [])
  }

  @Test func `today is not held against its weekday while it is open`() throws {
    // Both Thursdays done and today's open; two Wednesdays of three.
    #expect(try given(".x.....xx.....x.", "wed,thu").stats().weekdays.best == [.thursday])
  }

  @Test func `a weekday without schedule cannot be best`() throws {
    let board = try given("x......", "tue", today: "2026-03-15")
    #expect(try board.stats().weekdays.best == [])
    #expect(try board.stats().totalDays == 1)
  }

  @Test func `a quota plans no weekday, so that its parts of what was done are compared`() throws {
    // Three Mondays and a Tuesday; every other day could have filled the week.
    let days = "x......x......xx....."
    let weekdays = try given(days, "1/week", today: "2026-03-15").stats().weekdays
    #expect(weekdays.free == [3, 1, 0, 0, 0, 0, 0])
    #expect(weekdays.shares.map(\.of) == [4, 4, 4, 4, 4, 4, 4])
    #expect(weekdays.best == [.monday])
  }

  @Test func `only twelve weeks are looked at, and habits are counted together`() throws {
    // Every Monday a year ago, every Friday since.
    let old = String(repeating: "x......", count: 40)
    let new = String(repeating: "....x..", count: 12)
    let weekdays = try given(old + new, today: "2026-03-15").stats().weekdays
    #expect(weekdays.best == [.friday])
    #expect(weekdays.planned.reduce(0, +) == WeekdayCounts.days - 1, "today is open")
    let other = WeekdayCounts(planned: WeekdayCounts.none, free: [9, 0, 0, 0, 0, 0, 0])
    #expect((weekdays + other).best == [.friday], "where days were planned, they decide")
  }

  @Test func `runs are averaged over the whole history`() throws {
    let stats = try given("xxx.x..xx").stats()
    #expect(stats.runs == 3)
    #expect(stats.averageStreak == 2)
    #expect(stats.totalDays == 6)
    #expect(stats.best == 3)
    #expect(try given(".").stats().averageStreak == 0)
  }

  @Test func `consistency is the mean of the 30-day rates`() throws {
    let board = try given("xxxx")
    let half = try board.add(2, createdOn: board.today.advanced(by: -3))
    try board.say("x.x.", of: half)
    try board.add(3)
    let archived = try board.add(4, createdOn: board.today.advanced(by: -9)) { $0.archived = true }
    let report = try board.harness.ask(StatsOf())
    #expect(report.items.map(\.habit.rawValue) == [1, 2, 3])
    let twoThirds = 2.0 / 3
    let mean: Double = (1 + twoThirds) / 2
    #expect(report.consistency == mean)
    // Queries about archived habits are still answered.
    #expect(try board.harness.ask(StatsOf(habit: archived)).items.count == 1)
    #expect(try board.harness.ask(StatsOf(habit: archived)).consistency == report.consistency)
  }

  @Test func `without a habit there is no consistency`() throws {
    let report = try Board(today: try day("2026-03-12")).harness.ask(StatsOf())
    #expect(report == StatsReport(items: [], consistency: nil))
  }
}
