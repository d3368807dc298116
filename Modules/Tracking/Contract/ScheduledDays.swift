import Core

extension Schedule {
  /// Whether the schedule names this very day.
  ///
  /// Daily habits and quotas may be done on any day.
  ///
  /// - Parameter createdOn: the day from which `every:n` counts, in both directions.
  public func names(_ day: Day, createdOn: Day) -> Bool {
    switch self {
    case .daily, .times: true
    case .weekdays(let days): days.contains(day.weekday)
    case .every(let days): createdOn.distance(to: day) % days == 0
    }
  }
}
