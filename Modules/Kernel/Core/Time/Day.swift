import TimeZones

/// A calendar date in the proleptic Gregorian calendar, as the number of days since 1970-01-01.
///
/// A check belongs to its day permanently; a day has no zone and no time.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01.
  public let number: Int

  public init(number: Int) { self.number = number }

  /// The day of a calendar date; nil if there is no such date.
  public init?(year: Int, month: Int, day: Int) {
    guard Day.years.contains(year), (1...12).contains(month), day >= 1 else { return nil }
    guard day <= Day.length(ofMonth: month, year: year) else { return nil }
    number = CivilDate.dayNumber(year: year, month: month, day: day)
  }

  /// The date at an instant on a clock that is `minutes` ahead of UTC.
  public init(at instant: Instant, minutesEast minutes: Int) {
    number = Int(floorDivide(instant.seconds + Int64(minutes) * 60, 86_400))
  }

  /// The years that a date can have, more than any ``Instant`` reaches.
  private static let years = -999_999...999_999

  /// The number of days in a month.
  public static func length(ofMonth month: Int, year: Int) -> Int {
    CivilDate.length(ofMonth: month, year: year)
  }

  /// Year, month (1-12) and day of the month (1-31).
  public var components: (year: Int, month: Int, day: Int) {
    CivilDate.components(ofDay: number)
  }

  public var year: Int { components.year }
  public var month: Int { components.month }
  public var dayOfMonth: Int { components.day }

  public var weekday: Weekday {
    Weekday.allCases[CivilDate.isoWeekday(ofDay: number) - 1]
  }

  public func advanced(by days: Int) -> Day { Day(number: number + days) }

  /// The number of days from this one to `other`; negative if `other` is earlier.
  public func distance(to other: Day) -> Int { other.number - number }

  /// The first day of the week that contains this day.
  public func startOfWeek(from first: Weekday) -> Day {
    advanced(by: -((weekday.rawValue - first.rawValue + 7) % 7))
  }

  public var startOfMonth: Day { advanced(by: 1 - dayOfMonth) }

  public var startOfNextMonth: Day {
    let (year, month, day) = components
    return advanced(by: Day.length(ofMonth: month, year: year) - day + 1)
  }

  public static func < (a: Day, b: Day) -> Bool { a.number < b.number }
}

extension Day: LosslessStringConvertible, TextCodable {
  /// Parses `YYYY-MM-DD`, and years outside of 0 to 9999 as ``description`` writes them.
  public init?(_ text: String) {
    if text.utf8.count == 10, let day = Day(fourDigitYear: text) {
      self = day
    } else if let day = Day(longYear: text) {
      self = day
    } else {
      return nil
    }
  }

  /// Parses a year of up to six digits, which may be negative.
  private init?(longYear text: String) {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = text.utf8.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "-"),
      omittingEmptySubsequences: false
    )
    let numbers = parts.compactMap { part in
      part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    guard parts.count == 3, numbers.count == 3, (4...6).contains(parts[0].count),
      parts[1].count == 2, parts[2].count == 2
    else { return nil }
    self.init(year: isNegative ? -numbers[0] : numbers[0], month: numbers[1], day: numbers[2])
    // There is only one spelling of each day.
    guard description == text else { return nil }
  }

  private init?(fourDigitYear text: String) {
    var numbers = [0, 0, 0]
    var part = 0
    var length = 0
    for byte in text.utf8 {
      length += 1
      if byte == UInt8(ascii: "-") {
        part += 1
        guard length == 5 || length == 8 else { return nil }
      } else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), part < 3 else { return nil }
        numbers[part] = numbers[part] * 10 + Int(byte - UInt8(ascii: "0"))
      }
      guard length <= 10 else { return nil }
    }
    guard length == 10, part == 2 else { return nil }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// `YYYY-MM-DD`.
  public var description: String {
    guard hasFourDigitYear else {
      let (year, month, day) = components
      return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
    // Days are written in most output, so the bytes go directly into the string instead of joining
    // five strings.
    return String(unsafeUninitializedCapacity: Day.digits) { digits in
      spell(into: UnsafeMutableRawBufferPointer(digits))
      return Day.digits
    }
  }

  /// The number of bytes of a day with a year from 0 to 9999.
  static let digits = 10

  /// Whether the year is from 0 to 9999.
  var hasFourDigitYear: Bool { (-719_528...2_932_896).contains(number) }

  /// Writes a day that has a year from 0 to 9999 into the first ``digits`` bytes of the buffer.
  func spell(into digits: UnsafeMutableRawBufferPointer) {
    let (year, month, day) = components
    digits[4] = UInt8(ascii: "-")
    digits[7] = UInt8(ascii: "-")
    for (place, number) in [(3, year), (6, month), (9, day)] {
      digits[place] = UInt8(ascii: "0") + UInt8(number % 10)
      digits[place - 1] = UInt8(ascii: "0") + UInt8(number / 10 % 10)
    }
    digits[1] = UInt8(ascii: "0") + UInt8(year / 100 % 10)
    digits[0] = UInt8(ascii: "0") + UInt8(year / 1000)
  }

  public static var codedName: String { "a day written as YYYY-MM-DD" }
}

extension Day: Strideable {}

/// The days of the week in ISO order; `rawValue` 1 is Monday.
public enum Weekday: Int, Sendable, CaseIterable, Codable, Comparable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  public static func < (a: Weekday, b: Weekday) -> Bool { a.rawValue < b.rawValue }

  /// `mon`, `tue`, …: the form used in schedules and settings.
  public var abbreviation: String { String(name.prefix(3)).lowercased() }

  public var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }

  /// Parses a full English name or its first two or more letters, in any case.
  public init?(_ text: String) {
    let wanted = text.lowercased()
    guard wanted.count >= 2 else { return nil }
    guard let match = Weekday.allCases.first(where: { $0.name.lowercased().hasPrefix(wanted) })
    else { return nil }
    self = match
  }
}
