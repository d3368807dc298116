import Core
import Presentation
import Products
import ProfileContract
import StreaksContract
import Testing
import TestKit
import TrackingContract

/// A year of one user: two clock changes, a move across the ocean, missed days, a rest, a freeze.
@Suite struct YearTests {
  private let vienna = "Europe/Vienna"
  private let newYork = "America/New_York"
  private let newYear = Day("2026-01-01") ?? Day(number: 0)

  /// The plain rule, independent of the code under test.
  private struct Expectation {
    var run = 0
    var best = 0
    var total = 0

    mutating func live(_ day: DayOf) {
      switch day {
      case .done:
        run += 1
        total += 1
        best = max(best, run)
      case .missed: run = 0
      case .rest: break
      }
    }
  }

  private enum DayOf { case done, missed, rest }

  /// Days are missed now and then; there is a week of rest in August.
  private func plan(_ number: Int) -> DayOf {
    switch number {
    case 220..<227: .rest
    case 20, 21, 75, 87, 150, 151, 152, 200, 300: .missed
    default: .done
    }
  }

  /// A moment of the day in the zone of that time, at an hour that is a special case.
  ///
  /// It is just after midnight, within the hour that the clocks skip or repeat, or late at night.
  private func moment(_ day: Day, _ number: Int) throws -> Instant {
    let zone = try Zone(identifier: number < 181 ? vienna : newYork)
    let seconds = [5, 2 * 3600 + 1800, 12 * 3600, 86_399][number % 4]
    return zone.instant(on: day, secondOfDay: seconds)
  }

  @Test func `a year with DST and a move counts every day once`() throws {
    let harness = Harness(modules: Product.hobbyist.modules, policies: Product.hobbyist.policies)
    harness.now = try moment(newYear, 0)
    try harness.when(SetPreference(preference: .timeZone, value: vienna))
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Piano"))).id
    var expected = Expectation()
    for number in 0..<365 {
      let day = newYear.advanced(by: number)
      harness.now = try moment(day, number)
      if number == 181 { try harness.when(SetPreference(preference: .timeZone, value: newYork)) }
      if number == 219 {
        try harness.when(
          PlanVacation(from: day.advanced(by: 1), to: day.advanced(by: 7), habits: nil)
        )
      }
      if plan(number) == .done {
        #expect(try harness.when(SetCheck(habit: habit, mark: .done)).day == day)
      }
      expected.live(plan(number))
      let streak = try harness.ask(StreakOf(habit: habit))
      let isMissedToday = plan(number) == .missed
      if !isMissedToday {
        #expect(streak.current == expected.run, "on \(day)")
      }
      #expect(streak.best == expected.best, "on \(day)")
      #expect(streak.atRisk == (isMissedToday && streak.current > 0), "on \(day)")
    }
    let stats = try #require(try harness.ask(StatsOf(habit: habit)).items.first)
    #expect(stats.totalDays == expected.total)
    #expect(stats.totalDays == 365 - 7 - 9)
  }

  @Test func `the calendar of the year shows each day as it was lived`() throws {
    let harness = Harness(modules: Product.hobbyist.modules, policies: Policies())
    harness.now = try moment(newYear, 0)
    try harness.when(SetPreference(preference: .timeZone, value: vienna))
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Piano"))).id
    for number in 0..<120 where plan(number) == .done {
      harness.now = try moment(newYear.advanced(by: number), number)
      try harness.when(SetCheck(habit: habit, mark: .done))
    }
    let days = try harness.ask(
      DaysOfHabits(habit: habit, from: newYear, to: newYear.advanced(by: 119))
    )
    let statuses = try #require(days.first).days.map(\.status)
    #expect(statuses == (0..<120).map { plan($0) == .done ? .done : .open })
  }

  @Test func `a check in the hour that comes twice stays one check of that day`() throws {
    let harness = Harness(modules: Product.beebloom.modules, policies: Product.beebloom.policies)
    harness.now = Instant(seconds: 1_792_800_000)
    try harness.when(SetPreference(preference: .timeZone, value: vienna))
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Tea"))).id
    // 2026-10-25 02:30 occurs at 00:30Z and again at 01:30Z.
    for instant in ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"] {
      harness.now = try #require(Instant(rfc3339: instant))
      let state = try harness.when(SetCheck(habit: habit, mark: .done))
      #expect(state.day.description == "2026-10-25")
    }
    #expect(try harness.ask(EntriesOf(habit: habit)).count == 1)
  }

  @Test func `a freeze earned by thirty days joins the days around a missed one`() throws {
    let harness = Harness(modules: Product.hobbyist.modules, policies: Product.hobbyist.policies)
    let start = Instant(seconds: 1_767_258_000)
    harness.now = start
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Piano"))).id
    for number in 0..<30 {
      harness.now = start.advanced(bySeconds: Int64(number) * 86_400)
      try harness.when(SetCheck(habit: habit, mark: .done))
    }
    #expect(try harness.ask(AllStreaks()).freezes == FreezeStock(earned: 1, used: 0))
    #expect(try harness.ask(AllStreaks()).offers.isEmpty)
    harness.now = start.advanced(bySeconds: 31 * 86_400)
    #expect(try harness.ask(StreakOf(habit: habit)).current == 0)
    #expect(try harness.ask(AllStreaks()).offers.map(\.habit) == [habit])
    try harness.when(UseFreeze(habit: habit))
    #expect(try harness.ask(StreakOf(habit: habit)).current == 30)
    try harness.when(SetCheck(habit: habit, mark: .done))
    let streak = try harness.ask(StreakOf(habit: habit))
    #expect(streak.current == 31)
    #expect(streak.protectedDays.count == 1)
    #expect(try harness.ask(AllStreaks()).freezes == FreezeStock(earned: 1, used: 1))
    try harness.when(UseFreeze(habit: habit))
    #expect(try harness.ask(AllStreaks()).freezes == FreezeStock(earned: 1, used: 1))
  }
}
