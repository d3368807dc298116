import Core

extension Schedule {
  /// Returns whether the schedule includes `day`.
  ///
  /// Daily schedules and quotas include every day.
  ///
  /// - Parameter createdOn: the day that `every:n` counts from, in both directions.
  public func names(_ day: Day, createdOn: Day) -> Bool {
    switch self {
    case .daily, .times: true
    case .weekdays(let days): days.contains(day.weekday)
    case .every(let days): createdOn.distance(to: day) % days == 0
    }
  }
}
