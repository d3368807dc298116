import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

/// A row of the specification: the streak that results from the given days.
struct Row: Sendable, CustomTestStringConvertible {
  let schedule: String
  /// The days, ending on `today`.
  let days: String
  let current: Int
  let best: Int
  let atRisk: Bool
  var today = "2026-03-12"
  var weekStart = Weekday.monday
  var why: String

  init(
    _ schedule: String,
    _ days: String,
    _ current: Int,
    best: Int,
    atRisk: Bool = false,
    today: String = "2026-03-12",
    weekStart: Weekday = .monday,
    _ why: String
  ) {
    self.schedule = schedule
    self.days = days
    self.current = current
    self.best = best
    self.atRisk = atRisk
    self.today = today
    self.weekStart = weekStart
    self.why = why
  }

  var testDescription: String { "\(schedule): \(why)" }

  func check() throws {
    let streak = try given(days, schedule, today: today, weekStart: weekStart).streak()
    #expect(streak.current == current)
    #expect(streak.best == best)
    #expect(streak.atRisk == atRisk)
  }
}

@Suite struct StreakTableTests {
  static let daily: [Row] = [
    Row("daily", ".", 0, best: 0, "nothing was ever done"),
    Row("daily", "x", 1, best: 1, "the first check is a streak of one, and the best"),
    Row("daily", "xx", 2, best: 2, "consecutive days add up"),
    Row("daily", "xxx.", 3, best: 3, atRisk: true, "today open: alive and at risk"),
    Row("daily", "xxxn", 3, best: 3, atRisk: true, "today said to be missed may still be done"),
    Row("daily", "xxx..", 0, best: 3, "a missed day ends it"),
    Row("daily", "xxx.x", 1, best: 3, "a new one begins at one"),
    Row("daily", "xx.xxx", 3, best: 3, "the best follows the current one"),
    Row("daily", "xxs", 2, best: 2, "a skip today neither adds nor breaks, and is no risk"),
    Row("daily", "xxsx", 3, best: 3, "a skip joins"),
    Row("daily", "xxss.", 2, best: 2, atRisk: true, "skips before today keep it alive"),
    Row("daily", "ss.", 0, best: 0, "skips alone are no streak"),
    Row("daily", "xxpx", 3, best: 3, "a protected day joins and adds nothing"),
    Row("daily", "xxp.", 2, best: 2, atRisk: true, "a protected yesterday keeps it alive"),
    Row("daily", "xxp..", 0, best: 2, "protection ends with its day"),
  ]

  @Test(arguments: daily)
  func `every day`(_ row: Row) throws { try row.check() }

  // 2026-03-12 is a Thursday.
  static let occurrences: [Row] = [
    Row("mon,wed,fri", "x.x.x..x.x.", 5, best: 5, "days between are neutral"),
    Row("mon,wed,fri", "x.x....x.x.", 2, best: 2, "Friday was missed"),
    Row("mon,wed,fri", "x.x.x..x...", 0, best: 4, "yesterday, a Wednesday, was missed"),
    Row("mon,wed,fri", "x.x.xx.x.x.", 5, best: 5, "a Saturday done adds nothing"),
    Row("tue", ".x......x..", 2, best: 2, "the last Tuesday decides on a Thursday"),
    Row("thu", "x..............", 0, best: 1, "the Thursday before this one was missed"),
    Row("thu", "x......x......x", 3, best: 3, "today is one"),
    Row("thu", "x......x.......", 2, best: 2, atRisk: true, "today is due and open"),
    Row("thu", "x......x......s", 2, best: 2, "today is due and skipped"),
    Row("every:3", "x..x..x", 3, best: 3, "every third day from creation"),
    Row("every:3", "x..x..xx", 4, best: 4, "a day early adds one and sets the next deadline"),
    Row("every:3", "x..x...x", 1, best: 2, "a day late begins anew"),
    Row("every:3", ".x..x..x..x", 4, best: 4, "begun a day after creation"),
    Row("every:3", "x..sx", 2, best: 2, "a skip moves the deadline by a day"),
    Row("every:3", "x..s..x", 1, best: 1, "and no further"),
    Row("every:3", "x..px", 2, best: 2, "a protected deadline is moved too"),
    Row("every:3", "x..p.", 1, best: 1, atRisk: true, "and the next day is due"),
    Row("every:3", "x..x..", 2, best: 2, "not due today"),
    Row("every:3", "x..x...", 2, best: 2, atRisk: true, "due today"),
  ]

  @Test(arguments: occurrences)
  func `scheduled occurrences`(_ row: Row) throws { try row.check() }

  static let periods: [Row] = [
    // Two whole weeks from Monday 2026-03-02 would end on Sunday 03-15.
    Row("2/week", "x..x...xx.", 2, best: 2, today: "2026-03-11", "two weeks reached"),
    Row("2/week", "x..x...x..", 1, best: 1, today: "2026-03-11", "this week has days left"),
    Row("2/week", "x..x...x.....", 1, best: 1, today: "2026-03-14", "one to go, two days left"),
    Row("2/week", "x..x...x......", 1, best: 1, atRisk: true, today: "2026-03-15", "the last day"),
    Row("3/week", "xxx....", 1, best: 1, today: "2026-03-08", "done for this week"),
    Row("3/week", "xxx........", 1, best: 1, today: "2026-03-12", "three to go, four days left"),
    Row("3/week", "xxx.........", 1, best: 1, atRisk: true, today: "2026-03-13", "three of three"),
    Row("3/week", "xxx..........", 1, best: 1, today: "2026-03-14", "lost: nothing saves it today"),
    Row("2/week", "x......x..", 0, best: 0, today: "2026-03-11", "last week was missed"),
    Row("2/week", "xxxxxxx...", 1, best: 1, today: "2026-03-11", "more adds nothing"),
    Row(
      "weekly",
      "......x..",
      1,
      best: 1,
      today: "2026-03-10",
      "Sunday, Monday weeks"
    ),
    Row(
      "weekly",
      "......x..",
      1,
      best: 1,
      today: "2026-03-10",
      weekStart: .sunday,
      "Sunday is in this week when weeks begin on it"
    ),
    Row("weekly", "xsssssssx", 2, best: 2, today: "2026-03-10", "one mark a week"),
    Row("weekly", "x......sssssssx", 2, best: 2, today: "2026-03-16", "a skipped week joins"),
    Row("3/week", "xxx....ssssss.xxx", 2, best: 2, today: "2026-03-18", "one day asks for nothing"),
    Row("3/week", "xxx....sssss..xxx", 1, best: 1, today: "2026-03-18", "two days ask for one"),
    Row("3/week", "xxx....sssssx.xxx", 3, best: 3, today: "2026-03-18", "and one is enough"),
    Row("3/week", "xxx....ssssssxxxx", 3, best: 3, today: "2026-03-18", "more than was asked"),
    Row("6/week", "x.xxxxxx", 2, best: 2, today: "2026-03-15", "the first week was a Sunday"),
    Row("3/week", "....xxx", 1, best: 1, today: "2026-03-11", "begun on a Thursday: two of four"),
    Row("monthly", "x", 1, best: 1, today: "2026-01-31", "the last day of a month"),
    Row("monthly", "x.", 1, best: 1, today: "2026-02-01", "the first of the next is no risk"),
    Row(
      "monthly",
      "x" + String(repeating: ".", count: 28),
      1,
      best: 1,
      atRisk: true,
      today: "2026-02-28",
      "the last of the next is one"
    ),
    Row("monthly", "x............................x", 2, best: 2, today: "2024-03-01", "leap year"),
    Row(
      "monthly",
      "x............................x",
      1,
      best: 1,
      today: "2026-03-01",
      "no leap year"
    ),
    Row(
      "monthly",
      "x" + String(repeating: ".", count: 59) + "x",
      1,
      best: 1,
      "February was missed"
    ),
    Row("2/month", "xx.x", 1, best: 1, today: "2026-02-01", "one in February so far"),
  ]

  @Test(arguments: periods)
  func `weeks and months`(_ row: Row) throws { try row.check() }

  static let rolling: [Row] = [
    Row("2/3days", "xx.", 3, best: 3, "the day after two done days counts"),
    Row("2/3days", "xx..", 3, best: 3, atRisk: true, "the next one is due"),
    Row("2/3days", "xx...", 0, best: 3, "and then it is over"),
    Row("2/3days", "xx..xxx", 7, best: 7, "overlapping stretches slide back and close the gap"),
    Row("1/7days", "x......x", 8, best: 8, "weekly, any seven days"),
    Row("1/7days", "x.......x", 1, best: 7, "eight days apart is too late"),
    Row("3/7days", "x.x..x.", 7, best: 7, "the week from the first of three"),
    Row("3/7days", "x.x....", 0, best: 1, "two of three"),
    Row("2/3days", "xxs..", 0, best: 2, "a skip in a stretch stays neutral"),
  ]

  @Test(arguments: rolling)
  func `rolling quotas`(_ row: Row) throws { try row.check() }

  @Test func `every n days counts before its creation too`() throws {
    let board = try given("x...x...x", "every:4", createdOn: "2026-03-12")
    #expect(try board.streak().current == 3)
  }

  @Test func `a vacation of most of two weeks breaks no weekly streak`() throws {
    let board = try given("..x......................x", "weekly", today: "2026-03-26")
    #expect(try board.streak().current == 1)
    // From the Tuesday after to the Sunday of the week after that.
    try board.vacation(try day("2026-03-10"), try day("2026-03-22"))
    #expect(try board.streak().current == 2)
  }

  @Test func `a weekly quota is at risk a day earlier with a vacation on the last day`() throws {
    let board = try given("xx.....x.....", "2/week", today: "2026-03-14", createdOn: "2026-03-02")
    #expect(!(try board.streak().atRisk))
    try board.vacation(try day("2026-03-15"), try day("2026-03-15"))
    #expect(try board.streak().atRisk)
  }

  @Test func `what is after today is left out`() throws {
    let board = try given("xx")
    try board.check(HabitID(rawValue: 1), board.today.advanced(by: 2), .done)
    #expect(try board.streak().current == 2)
    #expect(try board.streak().best == 2)
    #expect(try board.stats().totalDays == 2)
  }

  @Test func `a run over a leap day and a year's end has no gap`() throws {
    #expect(try given("xxx", today: "2024-03-01").streak().current == 3)
    #expect(try given("xxx", today: "2026-01-01").streak().current == 3)
    #expect(try given("xx", today: "1970-01-01").streak().current == 2)
  }

  @Test func `there is no upper limit`() throws {
    let streak = try given(String(repeating: "x", count: 5000)).streak()
    #expect(streak.current == 5000)
    #expect(streak.best == 5000)
  }

  @Test func `undoing a check undoes its effect`() throws {
    let board = try given("xxxxx")
    try board.clear(HabitID(rawValue: 1), board.today.advanced(by: -2))
    #expect(try board.streak().current == 2)
    #expect(try board.streak().best == 2)
  }

  @Test func `a vacation is neutral and a done day in it counts`() throws {
    let board = try given("xx.....xx")
    try board.vacation(board.today.advanced(by: -6), board.today.advanced(by: -2))
    #expect(try board.streak().current == 4)
    try board.check(HabitID(rawValue: 1), board.today.advanced(by: -4), .done)
    #expect(try board.streak().current == 5)
  }

  @Test func `a vacation of other habits changes nothing`() throws {
    let board = try given("xx..x")
    let days = (board.today.advanced(by: -2), board.today.advanced(by: -1))
    try board.vacation(days.0, days.1, habits: [HabitID(rawValue: 2)])
    #expect(try board.streak().current == 1)
    try board.vacation(days.0, days.1, habits: [HabitID(rawValue: 1)])
    #expect(try board.streak().current == 3)
  }

  @Test func `a planned vacation leaves this week's quota out of reach`() throws {
    let board = try given("xxx....", "3/week", today: "2026-03-09", createdOn: "2026-03-02")
    try board.say("xxx", of: HabitID(rawValue: 1), endingOn: try day("2026-03-04"))
    try board.vacation(try day("2026-03-11"), try day("2026-03-20"))
    // Two of seven days are left, which ask for one.
    let streak = try board.streak()
    #expect(streak.current == 1)
    #expect(!streak.atRisk)
    try board.vacation(try day("2026-03-10"), try day("2026-03-15"))
    #expect(!(try board.streak().atRisk))
    #expect(try board.streak().current == 1)
  }

  @Test func `the streak says where it begins and which days belong to it`() throws {
    let board = try given(".xx.xsx.")
    let streak = try board.streak()
    #expect(streak.current == 2)
    #expect(streak.currentFrom == board.today.advanced(by: -3))
    let days = try board.harness.ask(
      StreakDays(
        habit: streak.habit,
        from: board.today.advanced(by: -7),
        to: board.today.advanced(by: 1)
      )
    )
    let expected = [false, false, false, false, true, true, true, false, false]
    #expect(days.map(\.inCurrentStreak) == expected)
    let numbers = (-7...1).map { board.today.number + $0 }
    #expect(days.map(\.day.number) == numbers)
  }

  @Test func `a streak of weeks begins on its first done day`() throws {
    let streak = try given("..x...x.x", "weekly", today: "2026-03-10", createdOn: "2026-03-02")
      .streak()
    #expect(streak.current == 2)
    #expect(streak.currentFrom == Day("2026-03-04"))
    #expect(streak.unit == .week)
  }

  @Test func `days say whether they are due`() throws {
    let board = try given(".", "mon,wed,fri")
    let days = try board.harness.ask(
      StreakDays(
        habit: HabitID(rawValue: 1),
        from: try day("2026-03-09"),
        to: try day("2026-03-15")
      )
    )
    #expect(days.map(\.isDue) == [true, false, true, false, true, false, false])
  }
}
