import Core

/// The calendar periods of a quota, numbered consecutively before and after 1970.
enum Periods: Sendable, Equatable {
  /// Weeks; the shift aligns them with the user's first day of the week.
  case weeks(shift: Int)
  case months

  static func weeks(from weekStart: Weekday) -> Periods {
    // Day 0 was a Thursday, three days after a Monday.
    .weeks(shift: 3 - (weekStart.rawValue - 1))
  }

  /// Returns the number of the period that contains a day.
  func number(of day: Int) -> Int {
    switch self {
    case .weeks(let shift): return floorQuotient(day + shift, 7)
    case .months:
      let date = Day(number: day).components
      return date.year * 12 + date.month - 1
    }
  }

  func firstDay(of number: Int) -> Int {
    switch self {
    case .weeks(let shift): return number * 7 - shift
    case .months:
      let month = floorModulo(number, 12)
      let year = (number - month) / 12
      return Day(year: year, month: month + 1, day: 1)?.number ?? 0
    }
  }

  /// Returns the days of the period that contains a day.
  func days(around day: Int) -> ClosedRange<Int> {
    let number = number(of: day)
    return firstDay(of: number)...(firstDay(of: number + 1) - 1)
  }
}

func floorModulo(_ a: Int, _ b: Int) -> Int {
  let rest = a % b
  return rest < 0 ? rest + b : rest
}

func floorQuotient(_ a: Int, _ b: Int) -> Int { (a - floorModulo(a, b)) / b }
