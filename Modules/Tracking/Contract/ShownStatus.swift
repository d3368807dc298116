import Core

/// How one day of a habit is shown everywhere: what was said of it, what the schedule asks for and
/// whether the day has passed, in one word.
public enum ShownStatus: String, Codable, Sendable, CaseIterable {
  case done
  /// The schedule asked for this very day, it has passed, and the habit was not done.
  case missed
  case skipped
  /// Missed, but a freeze keeps the streak.
  case protected
  /// Nothing was asked for: not scheduled, before the habit's first day, or a day of a quota that
  /// any other day could fill.
  case notDue
  /// Asked for today and not done yet.
  case open
}

extension HabitDays {
  /// How `state`, one of ``days``, is shown on `today`.
  ///
  /// - Parameter isProtected: whether a freeze protects the day.
  public func shown(_ state: DayState, today: Day, isProtected: Bool = false) -> ShownStatus {
    switch state.status {
    case .done: return .done
    case .skipped: return isProtected ? .protected : .skipped
    case .open: break
    }
    if isProtected { return .protected }
    guard state.isDue, state.day >= firstDay, state.day <= today else { return .notDue }
    if state.day == today { return .open }
    // No single day of a week or month that fell short is the one that was missed, unless the
    // person said so.
    if case .times = habit.details.schedule, state.entry?.mark != .missed { return .notDue }
    return .missed
  }
}
