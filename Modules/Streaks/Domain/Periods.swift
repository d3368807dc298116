import Core

/// The calendar periods of a quota.
enum Periods: Sendable, Equatable {
  case weeks(Weeks)
  case months

  /// Returns the days of the period that contains a day.
  func days(around day: Int) -> ClosedRange<Int> {
    let day = Day(number: day)
    switch self {
    case .weeks(let weeks):
      let week = weeks.days(around: day)
      return week.lowerBound.number...week.upperBound.number
    case .months:
      return day.startOfMonth.number...(day.startOfNextMonth.number - 1)
    }
  }

  /// Whether a new first day of the week cut a period short.
  func isCut(_ days: ClosedRange<Int>) -> Bool {
    if case .weeks = self { days.count < 7 } else { false }
  }
}
