import Core

/// The part of each day in which no notice is delivered.
public struct QuietHours: TextCodable, Sendable, Equatable, LosslessStringConvertible {
  /// The start in minutes after midnight, inclusive.
  public let from: Int
  /// The end in minutes after midnight; on the next day unless it is after `from`.
  public let to: Int

  /// Creates quiet hours; nil for times outside a day, or if both are equal.
  public init?(from: Int, to: Int) {
    guard (0..<1440).contains(from), (0..<1440).contains(to), from != to else { return nil }
    self.from = from
    self.to = to
  }

  /// Parses `22:00-07:00`.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = TimeOfDay(String(parts[0])) else { return nil }
    guard let to = TimeOfDay(String(parts[1])) else { return nil }
    self.init(from: from.minutes, to: to.minutes)
  }

  public var description: String { "\(TimeOfDay(from))-\(TimeOfDay(to))" }

  public func contains(minute: Int) -> Bool {
    from < to ? (from..<to).contains(minute) : minute >= from || minute < to
  }

  /// Returns when something due at `instant` may be delivered: then, or at the end of quiet hours.
  public func hold(_ instant: Instant, in zone: Zone) -> Instant {
    let local = zone.localSeconds(at: instant)
    let second = Int(((local % 86_400) + 86_400) % 86_400)
    guard contains(minute: second / 60) else { return instant }
    let day = Day(number: Int((local - Int64(second)) / 86_400))
    let isPastMidnight = from < to || second / 60 < to
    let end = zone.instant(on: isPastMidnight ? day : day.advanced(by: 1), secondOfDay: to * 60)
    // If clocks go back across the end, the end that has already passed counts.
    return max(instant, end)
  }

  /// Returns when the quiet hours that contain `instant` began; nil outside quiet hours.
  public func start(around instant: Instant, in zone: Zone) -> Instant? {
    let local = zone.localSeconds(at: instant)
    let second = Int(((local % 86_400) + 86_400) % 86_400)
    guard contains(minute: second / 60) else { return nil }
    let day = Day(number: Int((local - Int64(second)) / 86_400))
    let isPastMidnight = from > to && second / 60 < to
    return zone.instant(on: isPastMidnight ? day.advanced(by: -1) : day, secondOfDay: from * 60)
  }

  /// Returns when quiet hours begin next, after `instant`.
  public func nextStart(after instant: Instant, in zone: Zone) -> Instant {
    let local = zone.localSeconds(at: instant)
    let second = ((local % 86_400) + 86_400) % 86_400
    let day = Day(number: Int((local - second) / 86_400))
    let start = zone.instant(on: day, secondOfDay: from * 60)
    return start > instant
      ? start : zone.instant(on: day.advanced(by: 1), secondOfDay: from * 60)
  }

  public static var codedName: String { "quiet hours such as 22:00-07:00" }

  public static var codedForm: CodingSchema {
    CodingSchema(.text(), codedName, example: .text("22:00-07:00"))
  }
}

/// A time of day, to the minute.
public struct TimeOfDay: Sendable, Equatable, LosslessStringConvertible {
  /// Minutes after midnight, 0 to 1439.
  public let minutes: Int

  /// Creates a time from minutes after midnight, modulo one day.
  public init(_ minutes: Int) { self.minutes = ((minutes % 1440) + 1440) % 1440 }

  /// Parses `19:00`, `7:05`, the hour alone, `19`, and `7pm` or `7:05 am`.
  public init?(_ text: String) {
    let (digits, half) = TimeOfDay.halfOfDay(text.lowercased())
    guard let minutes = TimeOfDay.minutes(digits) else { return nil }
    guard let half else {
      self.minutes = minutes
      return
    }
    guard (60..<13 * 60).contains(minutes) else { return nil }
    self.minutes = minutes % (12 * 60) + (half == "pm" ? 12 * 60 : 0)
  }

  /// Separates `am` or `pm` from the end of a time.
  private static func halfOfDay(_ text: String) -> (digits: String, half: String?) {
    for half in ["am", "pm"] where text.hasSuffix(half) {
      let digits = text.dropLast(2)
      return (String(digits.last == " " ? digits.dropLast() : digits), half)
    }
    return (text, nil)
  }

  private static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let hour = TimeOfDay.number(parts[0], digits: 1...2) else {
      return nil
    }
    guard let minute = parts.count == 1 ? 0 : TimeOfDay.number(parts[1], digits: 2...2) else {
      return nil
    }
    guard hour < 24, minute < 60 else { return nil }
    return hour * 60 + minute
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  public var description: String { minutes.hoursAndMinutes }
}
