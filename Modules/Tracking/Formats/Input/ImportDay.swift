import Core
import TrackingContract

/// Reads days of foreign files, within the range that a user can have meant.
enum ImportDay {
  static let range =
    Day(number: HistoryDays.range.lowerBound)...Day(number: HistoryDays.range.upperBound)

  /// Returns the day, in UTC, that contains the time `milliseconds` after 1970.
  static func day(milliseconds: Int64) -> Day {
    let perDay: Int64 = 86_400_000
    let quotient = milliseconds / perDay
    let number = milliseconds % perDay < 0 ? quotient - 1 : quotient
    return Day(number: Int(max(-10_000_000, min(10_000_000, number))))
  }

  static func day(number: Int64) -> Day {
    Day(number: Int(max(-10_000_000, min(10_000_000, number))))
  }
}

extension Amount {
  /// Returns nil for infinity and NaN, and for amounts larger than a user can have measured.
  init?(foreign value: Double) {
    guard value.isFinite, abs(value) < 1e12 else { return nil }
    self.init(value)
  }
}

extension Schedule {
  /// Creates a quota of `times` in any `days` days, or `.daily` if it covers every day.
  ///
  /// Returns nil for invalid numbers.
  init?(_ times: Int64, inAny days: Int64) {
    guard times >= 1, days >= 1 else { return nil }
    guard times < days else {
      self = .daily
      return
    }
    guard days <= 3650 else { return nil }
    self = .times(Int(times), per: .rolling(days: Int(days)))
  }
}
