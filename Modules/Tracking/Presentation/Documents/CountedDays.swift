import Core
import Presentation
import StreaksContract
import TrackingContract

/// The days of habits as streaks count them, for habits that a freeze protected.
///
/// Tracking shows the days of other habits in the same way, so they are not requested.
struct CountedDays: Sendable {
  private var days: [HabitID: [Day: StreakDay]] = [:]

  /// Loads a range of days.
  ///
  /// - Parameter streaks: the streaks of the habits that are not archived.
  static func load(
    _ habits: [Habit],
    _ streaks: [HabitID: HabitStreak],
    from: Day,
    to: Day,
    _ context: any SpaceContext
  ) async throws -> CountedDays {
    guard context.answers(StreakDays.self) else { return CountedDays() }
    let isToday = from == context.today
    let asked = habits.filter { streaks[$0.id].counts($0, on: isToday ? from : nil) }.map(\.id)
    guard !asked.isEmpty else { return CountedDays() }
    let found = try await context.run { space in
      try asked.map { ($0, try space.ask(StreakDays(habit: $0, from: from, to: to))) }
    }
    var counted = CountedDays()
    for (habit, days) in found {
      counted.days[habit] = Dictionary(days.map { ($0.day, $0) }) { $1 }
    }
    return counted
  }

  /// Returns how a day of a habit is shown.
  func status(of state: DayState, in days: HabitDays, today: Day) -> DisplayStatus {
    days.shown(state, as: self.days[days.habit.id]?[state.day], today: today)
  }
}

extension HabitStreak? {
  /// Whether a freeze may have changed how days of a habit are shown.
  ///
  /// - Parameter today: nil if days other than today are shown, for which the present rhythm need
  ///   not hold.
  fileprivate func counts(_ habit: Habit, on today: Day?) -> Bool {
    // An archived habit is not among the streaks, but keeps its protected days.
    guard let streak = self else { return habit.details.archived }
    guard let today else { return !streak.protectedDays.isEmpty }
    if case .every = habit.details.schedule { return !streak.protectedDays.isEmpty }
    return streak.protectedDays.contains(today)
  }
}
