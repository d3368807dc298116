import Core
import TrackingContract

/// Days and amounts of foreign files, within the bounds in which a person can have meant them.
enum ForeignDay {
  /// 1900-01-01 to 2199-12-31.
  static let range = Day(number: -25_567)...Day(number: 84_005)

  /// The day on which midnight UTC is `milliseconds` after 1970; what is not midnight counts to
  /// the day it is in.
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
  /// Nil for what is no number, or a larger one than anybody measures.
  init?(foreign value: Double) {
    guard value.isFinite, abs(value) < 1e12 else { return nil }
    self.init(value)
  }
}

extension Schedule {
  /// So often in any run of so many days; `.daily` for every day.
  ///
  /// Nil when nonsense.
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
