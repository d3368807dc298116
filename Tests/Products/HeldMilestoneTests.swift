import Core
import Presentation
import Products
import RemindersContract
import TestKit
import Testing
import TrackingContract

/// A milestone that quiet hours delay, in the whole product.
@Suite struct HeldMilestoneTests {
  private let day: Int64 = 86_400
  /// Nine in the morning.
  private let start = Instant(seconds: 1_767_258_000)

  /// Returns a person who did a habit for seven days, the last time at half past ten at night.
  private func person() throws -> (Harness, HabitID) {
    let harness = Harness(
      modules: Product.streaks.modules,
      now: start,
      policies: Product.streaks.policies
    )
    try harness.when(SetNoticePreference(preference: .quietHours, value: "22:00-07:00"))
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Read"))).id
    for number in Int64(0)..<7 {
      harness.now = start.advanced(bySeconds: number * day + (number == 6 ? 48_600 : 0))
      try harness.when(SetCheck(habit: habit, mark: .done))
    }
    return (harness, habit)
  }

  /// Opens the program: what is due by then is given.
  private func open(_ harness: Harness, at instant: Instant) throws {
    harness.now = instant
    for (key, at) in harness.alarms where at <= instant && key.rawValue.hasPrefix("milestone") {
      try harness.wake(key)
    }
  }

  private func milestones(_ harness: Harness) -> [Notice] {
    harness.facts.compactMap { ($0.fact as? NoticeGiven)?.notice }.filter { $0.kind == .milestone }
  }

  @Test(arguments: [1, 2, 9]) func `it is told when the program next runs, with its day`(
    later: Int64
  ) throws {
    let (harness, habit) = try person()
    #expect(milestones(harness).isEmpty)
    try open(harness, at: start.advanced(bySeconds: (6 + later) * day))
    let notice = try #require(milestones(harness).first)
    #expect(notice.habit == habit)
    #expect(notice.subjects.map(\.count) == [7])
    #expect(notice.day == harness.calendar.day(at: start).advanced(by: 6))
  }

  @Test func `it is told once, also after the run went on`() throws {
    let (harness, habit) = try person()
    for number in Int64(7)..<9 {
      harness.now = start.advanced(bySeconds: number * day)
      try harness.when(SetCheck(habit: habit, mark: .done))
    }
    for number in Int64(9)..<12 {
      try open(harness, at: start.advanced(bySeconds: number * day))
    }
    #expect(milestones(harness).count == 1)
    #expect(milestones(harness).first?.day == harness.calendar.day(at: start).advanced(by: 6))
  }

  @Test func `it is not told once its check was taken back`() throws {
    let (harness, habit) = try person()
    try harness.when(SetCheck(habit: habit, mark: .open))
    try open(harness, at: start.advanced(bySeconds: 7 * day))
    #expect(milestones(harness).isEmpty)
  }
}
