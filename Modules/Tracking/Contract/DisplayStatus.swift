import Core

/// The status of a habit's day as it is displayed everywhere.
///
/// It combines the entry, the schedule and whether the day has passed.
public enum DisplayStatus: String, Codable, Sendable, CaseIterable {
  case done
  /// Scheduled for exactly this day, which has passed, and not done.
  case missed
  case skipped
  /// Missed, but a freeze protects the streak.
  case protected
  /// Not due on this day.
  ///
  /// The day is not scheduled, is before the habit's first day, or belongs to a quota that any
  /// other day could fill.
  case notDue
  /// Due today and not done yet.
  case open
}

/// Why nothing was due on a day, if the rhythm is not the reason.
public enum DayOutside: Sendable {
  case beforeBeginning
  case archived
}

extension HabitDays {
  /// Returns whether `state`, one of ``days``, lies outside the habit's time; nil if it does not.
  public func outside(_ state: DayState) -> DayOutside? {
    if state.day < firstDay { return .beforeBeginning }
    return state.isArchived ? .archived : nil
  }

  /// Returns how `state`, one of ``days``, is shown on `today` where no freeze was used.
  public func shown(_ state: DayState, today: Day) -> DisplayStatus {
    switch state.status {
    case .done: return .done
    case .skipped: return .skipped
    case .open: break
    }
    guard state.isDue, state.day >= firstDay, state.day <= today else { return .notDue }
    if state.day == today { return .open }
    // No single day of an unfilled week or month is the missed one, unless the user marked it as
    // missed.
    if state.isOfQuota, state.entry?.mark != .missed { return .notDue }
    return .missed
  }
}
