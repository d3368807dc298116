import Core

/// The unit in which a streak is counted, given by the habit's schedule.
public enum StreakUnit: String, Codable, Sendable, CaseIterable {
  /// Every day: daily habits and rolling quotas.
  case day
  /// Calendar weeks in which a weekly quota was reached.
  case week
  /// Calendar months in which a monthly quota was reached.
  case month
  /// The days on which the schedule is due: chosen weekdays, every n days.
  case occurrence
}

extension StreakUnit {
  /// Returns a length in words: `1 day`, `4 weeks`, `12 times`.
  public func words(_ count: Int) -> String {
    switch self {
    case .day: count.counted("day")
    case .week: count.counted("week")
    case .month: count.counted("month")
    case .occurrence: count.counted("time")
    }
  }
}

extension StreakUnit {
  /// The approximate number of days in one unit, to compare runs of different units.
  public var days: Int {
    switch self {
    case .day, .occurrence: 1
    case .week: 7
    case .month: 30
    }
  }
}
