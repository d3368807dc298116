import TimeZones

extension Instant {
  /// Parses an RFC 3339 timestamp: `2026-03-29T03:00:00+02:00`.
  ///
  /// Fractions of a second are truncated to milliseconds. A leap second is read as the last
  /// millisecond before it, since Unix time has none. Nil when malformed.
  public init?(rfc3339 text: String) {
    var reader = RFC3339Reader(text)
    guard let milliseconds = reader.milliseconds() else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// Formats the instant as RFC 3339, in local time with its offset; `Z` when the zone is UTC.
  ///
  /// Seconds have a fraction only when it is not zero. Offsets of historic local mean time are
  /// rounded to the minute and the local time with them, as section 5.8 of the RFC shows, so that
  /// the instant stays the same. Years outside of 0 to 9999 have no such form and cannot be parsed.
  public func rfc3339(in zone: Zone) -> String {
    let offset = Int(floorDivide(Int64(zone.utcOffset(at: self)) + 30, 60))
    let local = seconds + Int64(offset) * 60
    let day = Day(number: Int(floorDivide(local, 86_400)))
    let second = Int(local - Int64(day.number) * 86_400)
    let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
      .joined(separator: ":")
    let thousandths = Int(milliseconds - seconds * 1000)
    let fraction = thousandths == 0 ? "" : ".\(thousandths.padded(to: 3))"
    return "\(day)T\(time)\(fraction)\(zone.isUTC ? "Z" : written(offset))"
  }

  /// Formats an offset in minutes as `+hh:mm`.
  private func written(_ offset: Int) -> String {
    (offset < 0 ? "-" : "+") + abs(offset).hoursAndMinutes
  }
}

/// Reads a timestamp from left to right; every part is nil if the text does not contain it.
private struct RFC3339Reader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func milliseconds() -> Int64? {
    guard let year = number(4), take("-"), let month = number(2), take("-"),
      let dayOfMonth = number(2), take("T") || take("t"),
      let day = Day(year: year, month: month, day: dayOfMonth),
      let hour = number(2), hour <= 23, take(":"), let minute = number(2), minute <= 59, take(":"),
      let second = number(2), second <= 60, let fraction = thousandths(), let offset = offset(),
      rest.isEmpty
    else { return nil }
    let minutes = day.number * 1440 + hour * 60 + minute - offset
    if second < 60 { return Int64(minutes * 60 + second) * 1000 + Int64(fraction) }
    // Leap seconds only come at the end of a UTC day.
    guard floorDivide(Int64(minutes) + 1, 1440) * 1440 == Int64(minutes) + 1 else { return nil }
    return Int64(minutes * 60 + 59) * 1000 + 999
  }

  /// Reads exactly `count` digits.
  private mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private mutating func thousandths() -> Int? {
    guard take(".") else { return 0 }
    let digits = rest.prefix { (48...57).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    let value = digits.prefix(3).reduce(0) { $0 * 10 + Int($1 - 48) }
    return [100, 10, 1][min(digits.count, 3) - 1] * value
  }

  /// Reads the offset in minutes east of UTC.
  private mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let west = take("-")
    guard west || take("+") else { return nil }
    guard let hours = number(2), hours <= 23, take(":"), let minutes = number(2), minutes <= 59
    else { return nil }
    return (hours * 60 + minutes) * (west ? -1 : 1)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }
}
