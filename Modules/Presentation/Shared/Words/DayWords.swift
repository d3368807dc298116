import Core

extension Day {
  /// `Saturday, 21 November 2026`.
  public var words: String { "\(weekday.name), \(dayOfMonth) \(monthName) \(year)" }

  /// `21 Nov`, with the year if it differs from that of `today`.
  public func shortWords(today: Day) -> String {
    let date = "\(dayOfMonth) \(CalendarLabels.month(self))"
    return year == today.year ? date : "\(date) \(year)"
  }

  /// `today`, `yesterday`, or the date, for use after a verb.
  public func relativeWords(today: Day) -> String {
    switch distance(to: today) {
    case 0: "today"
    case 1: "yesterday"
    default: "on \(shortWords(today: today))"
    }
  }

  public var monthName: String { CalendarLabels.longMonth(self) }
}

extension Instant {
  /// The local time in `zone`: `07:05`.
  public func clockTime(in zone: Zone) -> String {
    let minutes = Int(zone.localSeconds(at: self) % 86_400 + 86_400) % 86_400 / 60
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    return "\(digits(minutes / 60)):\(digits(minutes % 60))"
  }
}
