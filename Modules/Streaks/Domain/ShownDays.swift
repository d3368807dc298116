import Core
import StreaksContract
import TrackingContract

/// How the days of one habit are shown, by the rules of ``DisplayStatus``.
///
/// It uses only what Streaks stores itself, so that it works for every module that provides habits.
struct ShownDays {
  private let status: StreakStatus

  init(_ status: StreakStatus) { self.status = status }

  func status(of day: Int) -> DisplayStatus {
    let course = status.course
    let word = course.word(day >> 6)
    let bit = UInt64(1) << UInt64(day & 63)
    if word.done & bit != 0 { return .done }
    if status.record.isProtected(day) || course.isKeptByTravel(day) { return .protected }
    // A vacation skips no day before the habit began.
    guard day >= course.first else { return .notDue }
    if word.rested & bit != 0 { return isArchived(day) ? .notDue : .skipped }
    guard day <= course.through, word.due & bit != 0 else { return .notDue }
    let leg = course.leg(on: day)
    if day == course.through { return leg.isReached(before: day, in: course) ? .notDue : .open }
    switch leg.rule {
    // Any other day of the period could have filled the quota.
    case .rolling, .quota: return .notDue
    // It stays due once it is late, but only some of these days count as missed.
    case .interval: return word.missed & bit != 0 ? .missed : .notDue
    case .weekdays: return .missed
    }
  }

  /// Returns whether a day is rested only because the habit was in the archive.
  private func isArchived(_ day: Int) -> Bool {
    !status.course.history.isSkipped(on: day)
      && status.traits.archivedDays.contains { $0.contains(day) }
  }
}

extension Leg {
  /// Returns whether the days before `day` have filled the quota of its period.
  fileprivate func isReached(before day: Int, in course: Course) -> Bool {
    switch rule {
    case .weekdays, .interval: return false
    case .rolling(let quota, _):
      return course.doneDays(from: day + 1 - quota.days, through: day - 1) >= quota.times
    case .quota:
      guard let period = period(of: day, in: course) else { return false }
      let from = max(period.days.lowerBound, first)
      return course.doneDays(from: from, through: day - 1) >= max(1, period.quota)
    }
  }
}
