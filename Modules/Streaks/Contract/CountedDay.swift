import Core
import TrackingContract

extension HabitDays {
  /// Returns how `state`, one of ``days``, is shown on `today` where streaks are counted.
  ///
  /// The module that counts them decides: it alone knows the days that a freeze protects, and that
  /// they move the deadlines of a rhythm of every `n` days. Which days of a quota the user marked as
  /// missed, Tracking alone knows, and what is before the first day it shows by itself.
  ///
  /// - Parameter counted: the same day as it was counted; nil where no module counts streaks, or no
  ///   freeze was used.
  public func shown(_ state: DayState, as counted: StreakDay?, today: Day) -> DisplayStatus {
    let own = shown(state, today: today)
    guard let counted, state.day >= firstDay else { return own }
    let isMarkedMissed = state.isOfQuota && own == .missed
    return counted.status == .notDue && isMarkedMissed ? .missed : counted.status
  }
}
