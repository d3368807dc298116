import Core
import StreaksContract
import TrackingContract

/// How the days of one habit are shown, by the rules of ``DisplayStatus``.
///
/// It uses only what Streaks stores itself, so that it works for every module that provides habits.
struct ShownDays {
  private let status: StreakStatus
  private let calendar: LocalCalendar

  init(_ status: StreakStatus, _ calendar: LocalCalendar) {
    self.status = status
    self.calendar = calendar
  }

  func status(of day: Int) -> DisplayStatus {
    let days = status.timeline.days
    let (index, bit) = (day >> 6, UInt64(1) << UInt64(day & 63))
    let marks = days.marks(index)
    if marks.done & bit != 0 { return .done }
    if status.record.isProtected(day) { return .protected }
    if marks.rested & bit != 0 { return .skipped }
    guard day >= days.first, day <= days.through, days.due.contains(day) else { return .notDue }
    if day == days.through { return isReached(before: day) ? .notDue : .open }
    // Any other day of the period could have filled the quota.
    if case .times = status.traits.schedule { return .notDue }
    return .missed
  }

  /// Returns whether the days before `today` have filled the quota of its period.
  private func isReached(before today: Int) -> Bool {
    guard case .times(let times, let period) = status.traits.schedule else { return false }
    let day = Day(number: today)
    let start =
      switch period {
      case .week: calendar.startOfWeek(day).number
      case .month: day.startOfMonth.number
      case .rolling(let days): today + 1 - days
      }
    return status.timeline.days.count(from: start, through: today - 1).done >= times
  }
}
