import Core
import StreaksContract
import StreaksDomain
import TestKit
import Testing
import TrackingContract

/// A user's habits on a given day, set up in the terms of the specification.
struct Board {
  let harness: Harness

  init(today: Day, weekStart: Weekday = .monday) {
    self.init(today: today, weeks: Weeks(from: weekStart))
  }

  init(today: Day, weeks: Weeks) {
    harness = Harness(
      StreaksModule.self,
      now: LocalCalendar(zone: .utc).start(of: today),
      calendar: LocalCalendar(zone: .utc, weeks: weeks)
    )
  }

  var today: Day { LocalCalendar(zone: .utc).day(at: harness.now) }

  @discardableResult
  func add(
    _ number: UInt128 = 1,
    _ schedule: Schedule = .daily,
    createdOn: Day? = nil,
    edit: (inout HabitDetails) -> Void = { _ in }
  ) throws -> HabitID {
    let id = HabitID(rawValue: number)
    var details = HabitDetails(title: "Habit \(number)", schedule: schedule)
    edit(&details)
    let created = createdOn ?? today
    let at = Instant(seconds: Int64(created.number) * 86_400)
    let habit = Habit(id: id, details: details, createdOn: created, createdAt: at)
    try harness.given(change: HabitChanged(habit: habit))
    return id
  }

  /// Sets the days up to today, one character each.
  ///
  /// `x` is done, `n` marked as missed, `s` skipped, `p` protected, `.` nothing.
  func say(_ days: String, of habit: HabitID, endingOn end: Day? = nil) throws {
    let end = end ?? today
    for (offset, mark) in days.enumerated() {
      try say(mark, end.advanced(by: offset - days.count + 1), habit)
    }
  }

  private func say(_ mark: Character, _ day: Day, _ habit: HabitID) throws {
    switch mark {
    case ".": break
    case "x": try check(habit, day, .done)
    case "n": try check(habit, day, .open)
    case "s": try check(habit, day, .skipped)
    case "p":
      // Earned before the history of this board.
      try harness.given(FreezeUsed(habit: habit, day: day, at: harness.now, earned: 1000))
    default: Issue.record("'\(mark)' is no mark")
    }
  }

  func check(_ habit: HabitID, _ day: Day, _ status: DayStatus, value: Amount? = nil) throws {
    try harness.given(
      change: CheckChanged(
        habit: habit,
        day: day,
        from: .open,
        to: status,
        value: value,
        isKnown: true
      )
    )
  }

  /// Clears the entry of a day.
  func clear(_ habit: HabitID, _ day: Day) throws {
    try harness.given(
      change: CheckChanged(
        habit: habit,
        day: day,
        from: .done,
        to: .open,
        value: nil,
        isKnown: false
      )
    )
  }

  func vacation(_ from: Day, _ to: Day, habits: Set<HabitID>? = nil) throws {
    let id = EntityID(rawValue: 77)
    let vacation = Vacation(id: id, from: from, to: to, habits: habits)
    try harness.given(change: VacationsChanged(vacations: [vacation]))
  }

  func streak(_ habit: HabitID = HabitID(rawValue: 1)) throws -> HabitStreak {
    try harness.ask(StreakOf(habit: habit))
  }

  func stats(_ habit: HabitID = HabitID(rawValue: 1)) throws -> HabitStats {
    try #require(try harness.ask(StatsOf(habit: habit)).items.first)
  }
}

/// Creates a board with one habit whose days up to `today` are `days`.
func given(
  _ days: String,
  _ schedule: String = "daily",
  today: String = "2026-03-12",
  createdOn: String? = nil,
  weekStart: Weekday = .monday
) throws -> Board {
  let board = Board(today: try day(today), weekStart: weekStart)
  let start = board.today.advanced(by: 1 - max(1, days.count))
  let created = try createdOn.map(day) ?? start
  let habit = try board.add(1, try #require(Schedule(schedule)), createdOn: created)
  try board.say(days, of: habit)
  return board
}

func day(_ text: String) throws -> Day { try #require(Day(text), "\(text) is no day") }
