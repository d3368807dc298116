extension ZoneRule {
  /// Parses the format of the TZ variable, `CET-1CEST,M3.5.0,M10.5.0/3`; nil if malformed.
  init?(posix text: ArraySlice<UInt8>) {
    var reader = ZoneRuleReader(text)
    guard let rule = reader.rule(), reader.isAtEnd else { return nil }
    self = rule
  }
}

/// Parses a rule from left to right; every part is nil if the text does not contain it.
private struct ZoneRuleReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func rule() -> ZoneRule? {
    // POSIX counts offsets west of Greenwich.
    guard name(), let west = time(hours: 24) else { return nil }
    if isAtEnd { return ZoneRule(standard: -west, daylight: nil) }
    guard name() else { return nil }
    var offset = 3600 - west
    if rest.first != UInt8(ascii: ",") {
      guard let own = time(hours: 24) else { return nil }
      offset = -own
    }
    guard let start = moment(), let end = moment() else { return nil }
    return ZoneRule(
      standard: -west,
      daylight: ZoneRule.Daylight(offset: offset, start: start, end: end)
    )
  }

  /// Skips an abbreviation: three or more letters; in angle brackets also digits and signs.
  private mutating func name() -> Bool {
    let quoted = take("<")
    let count = rest.prefix { isLetter($0) || quoted && isDigitOrSign($0) }.count
    rest.removeFirst(count)
    return count >= 3 && (!quoted || take(">"))
  }

  /// Parses `,date` and an optional `/time`, which defaults to 02:00.
  private mutating func moment() -> ZoneRule.Moment? {
    guard take(","), let date = date() else { return nil }
    guard take("/") else { return ZoneRule.Moment(date: date, time: 7200) }
    guard let time = time(hours: 167) else { return nil }
    return ZoneRule.Moment(date: date, time: time)
  }

  private mutating func date() -> ZoneRule.Date? {
    if take("J") { return number(1...365).map { .julian($0) } }
    guard take("M") else { return number(0...365).map { .ordinal($0) } }
    guard let month = number(1...12), take("."), let week = number(1...5), take("."),
      let weekday = number(0...6)
    else { return nil }
    return .week(month: month, week: week, weekday: weekday)
  }

  /// Parses `[+-]hh[:mm[:ss]]` into seconds.
  private mutating func time(hours limit: Int) -> Int? {
    let sign = take("-") ? -1 : 1
    if sign == 1 { _ = take("+") }
    guard let hours = number(0...limit) else { return nil }
    var seconds = hours * 3600
    if take(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let last = number(0...59) else { return nil }
        seconds += last
      }
    }
    return sign * seconds
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { (48...57).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    rest.removeFirst(digits.count)
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    return range.contains(value) ? value : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }

  private func isDigitOrSign(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }
}
