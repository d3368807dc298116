import Core
import Presentation
import StreaksContract
import TrackingContract

/// A range of days of one habit, and which of them belong to the current streak.
struct CalendarReport: Sendable {
  struct Item: Sendable {
    let state: DayState
    let status: DisplayStatus
    let inCurrentStreak: Bool
    let outside: DayOutside?
  }

  let habit: Habit
  let days: [Item]

  static func load(
    _ habit: Habit,
    from: Day,
    to: Day,
    _ context: any SpaceContext
  ) async throws -> CalendarReport {
    let today = context.today
    return try await context.run { try load(habit, from: from, to: to, today: today, in: $0) }
  }

  static func load(
    _ habit: Habit,
    from: Day,
    to: Day,
    today: Day,
    in space: any SpaceScope
  ) throws -> CalendarReport {
    let found = try space.ask(DaysOfHabits(habit: habit.id, from: from, to: to))
    let streak = try space.askIfAvailable(StreakDays(habit: habit.id, from: from, to: to))
    let streakDays = Dictionary((streak ?? []).map { ($0.day, $0) }) { $1 }
    let items = found.flatMap { days in
      days.days.map { state in
        let streakDay = streakDays[state.day]
        return Item(
          state: state,
          status: days.shown(state, as: streakDay, today: today),
          inCurrentStreak: streakDay?.inCurrentStreak ?? false,
          outside: days.outside(state)
        )
      }
    }
    return CalendarReport(habit: habit, days: items)
  }
}

/// The output of `trellis calendar --json`.
struct CalendarDocument: Codable, Sendable {
  struct DayDocument: Codable, Sendable {
    let day: Day
    let status: DisplayStatus
    let inCurrentStreak: Bool
    @OrNull var note: String?
    /// When the day was marked, in RFC 3339 and the user's time zone.
    @OrNull var at: String?
    @OrNull var value: Double?
  }

  let id: HabitID
  let title: String
  let days: [DayDocument]

  init(_ report: CalendarReport, zone: Zone) {
    id = report.habit.id
    title = report.habit.details.title
    days = report.days.map { item in
      DayDocument(
        day: item.state.day,
        status: item.status,
        inCurrentStreak: item.inCurrentStreak,
        note: item.state.entry?.writtenNote,
        at: item.state.entry?.at?.rfc3339(in: zone),
        value: item.state.entry?.value?.value
      )
    }
  }
}
