/// What a streak counts: the unit of the habit's own schedule.
public enum StreakUnit: String, Codable, Sendable {
  /// Every day: daily habits and rolling quotas.
  case day
  /// Calendar weeks in which a weekly quota was reached.
  case week
  /// Calendar months in which a monthly quota was reached.
  case month
  /// The days that the schedule asks for: chosen weekdays, every n days.
  case occurrence
}
