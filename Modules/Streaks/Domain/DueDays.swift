import Core
import TrackingContract

/// The days on which a schedule is due, 64 at a time.
enum DueDays: Sendable {
  case all
  /// A mask of weekdays, where bit 0 is Monday.
  case weekdays(UInt64)
  /// Every `days` days, counted from `origin` in both directions.
  case every(days: Int, origin: Int)

  init(_ schedule: Schedule, createdOn: Day) {
    switch schedule {
    case .daily, .times: self = .all
    case .weekdays(let days):
      self = .weekdays(days.reduce(0) { $0 | 1 << UInt64($1.rawValue - 1) })
    case .every(let days): self = .every(days: max(1, days), origin: createdOn.number)
    }
  }

  func word(_ index: Int) -> UInt64 {
    switch self {
    case .all: .max
    case .weekdays(let days): DueDays.repeated(days, inWord: index)
    case .every(let days, let origin): DueDays.stepped(by: days, from: origin, inWord: index)
    }
  }

  func contains(_ day: Int) -> Bool { word(day >> 6) & (1 << UInt64(day & 63)) != 0 }

  /// Repeats a week's bits (bit 0 is Monday) over the days of a word.
  ///
  /// Day 0, 1970-01-01, was a Thursday, and 64 is one more than nine weeks, so word `index` begins
  /// on weekday `(index + 3) mod 7`.
  static func repeated(_ week: UInt64, inWord index: Int) -> UInt64 {
    let shift = UInt64(floorModulo(index + 3, 7))
    let rotated = (week >> shift | week << (7 - shift)) & 0x7F
    // The factor has every seventh bit, 0 to 63, set.
    return rotated &* 0x8102_0408_1020_4081
  }

  private static func stepped(by days: Int, from origin: Int, inWord index: Int) -> UInt64 {
    var word: UInt64 = 0
    var bit = floorModulo(origin - index << 6, days)
    while bit < Bits.width {
      word |= 1 << UInt64(bit)
      bit += days
    }
    return word
  }
}

func floorModulo(_ a: Int, _ b: Int) -> Int {
  let rest = a % b
  return rest < 0 ? rest + b : rest
}

func floorQuotient(_ a: Int, _ b: Int) -> Int { (a - floorModulo(a, b)) / b }
