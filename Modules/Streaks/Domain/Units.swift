import Core
import StreaksContract
import TrackingContract

/// The units in which a streak is counted, numbered consecutively before and after 1970.
enum Units: Sendable {
  /// A unit is a day; days that are not due, skipped or protected are neutral.
  case days
  /// A unit is a week; the shift aligns units with the user's first day of the week.
  case weeks(shift: Int, quota: Int)
  case months(quota: Int)

  init(_ schedule: Schedule, weekStart: Weekday) {
    switch schedule {
    case .daily, .weekdays, .every, .times(_, .rolling): self = .days
    case .times(let quota, .week):
      // Day 0 was a Thursday, three days after a Monday.
      self = .weeks(shift: 3 - (weekStart.rawValue - 1), quota: max(1, quota))
    case .times(let quota, .month): self = .months(quota: max(1, quota))
    }
  }

  /// Returns the unit that contains a day.
  func unit(of day: Int) -> Int {
    switch self {
    case .days: return day
    case .weeks(let shift, _): return floorQuotient(day + shift, 7)
    case .months:
      let date = Day(number: day).components
      return date.year * 12 + date.month - 1
    }
  }

  func firstDay(of unit: Int) -> Int {
    switch self {
    case .days: return unit
    case .weeks(let shift, _): return unit * 7 - shift
    case .months:
      let month = floorModulo(unit, 12)
      let year = (unit - month) / 12
      return Day(year: year, month: month + 1, day: 1)?.number ?? 0
    }
  }

  func lastDay(of unit: Int) -> Int {
    if case .days = self { return unit }
    return firstDay(of: unit + 1) - 1
  }
}

extension StreakUnit {
  init(_ schedule: Schedule) {
    switch schedule {
    case .daily, .times(_, .rolling): self = .day
    case .weekdays, .every: self = .occurrence
    case .times(_, .week): self = .week
    case .times(_, .month): self = .month
    }
  }
}
