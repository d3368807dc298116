import Core

/// The stretch of each day in which nothing is delivered.
public struct QuietHours: TextCodable, Sendable, Equatable, LosslessStringConvertible {
  /// Minutes after midnight at which they begin, and are quiet already.
  public let from: Int
  /// Minutes after midnight at which they end, of the next day when not after `from`.
  public let to: Int

  /// Nil for times outside of a day, or where both are the same.
  public init?(from: Int, to: Int) {
    guard (0..<1440).contains(from), (0..<1440).contains(to), from != to else { return nil }
    self.from = from
    self.to = to
  }

  /// Reads `22:00-07:00`.
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

  /// When something that is due at `instant` may be told: then, or as the quiet ends.
  public func hold(_ instant: Instant, in zone: Zone) -> Instant {
    let local = zone.localSeconds(at: instant)
    let second = Int(((local % 86_400) + 86_400) % 86_400)
    guard contains(minute: second / 60) else { return instant }
    let day = Day(number: Int((local - Int64(second)) / 86_400))
    let isPastMidnight = from < to || second / 60 < to
    let end = zone.instant(on: isPastMidnight ? day : day.advanced(by: 1), secondOfDay: to * 60)
    // Where clocks go back over the end, the end that has passed already counts.
    return max(instant, end)
  }

  public static var codedName: String { "quiet hours such as 22:00-07:00" }

  public static var codedForm: CodingSchema {
    CodingSchema(.text(), codedName, example: .text("22:00-07:00"))
  }
}

/// A time on the clock, to the minute.
public struct TimeOfDay: Sendable, Equatable, LosslessStringConvertible {
  /// Minutes after midnight, 0 to 1439.
  public let minutes: Int

  /// A number of minutes after midnight; those beyond a day are counted from the next midnight.
  public init(_ minutes: Int) { self.minutes = ((minutes % 1440) + 1440) % 1440 }

  /// Reads `19:00`, `7:05` and the bare hour `19`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let hour = TimeOfDay.number(parts[0], digits: 1...2) else {
      return nil
    }
    guard let minute = parts.count == 1 ? 0 : TimeOfDay.number(parts[1], digits: 2...2) else {
      return nil
    }
    guard hour < 24, minute < 60 else { return nil }
    minutes = hour * 60 + minute
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  public var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
