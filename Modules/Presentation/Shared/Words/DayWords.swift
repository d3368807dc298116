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

  /// `today`, `yesterday`, or the date, for use after a preposition.
  public func nounWords(today: Day) -> String {
    (0...1).contains(distance(to: today))
      ? relativeWords(today: today) : shortWords(today: today)
  }

  public var monthName: String { CalendarLabels.longMonth(self) }
}

extension String {
  /// The text with each day as pages write it: `21 Nov` instead of `2026-11-21`.
  ///
  /// What is in quotation marks stays, since somebody has typed it.
  public func withDaysInWords(today: Day) -> String {
    var words = ""
    var rest = self[...]
    var isQuoted = false
    while let character = rest.first {
      let isWithin = isQuoted || words.last?.isPartOfName == true
      if !isWithin, let day = rest.leadingDay {
        words += day.shortWords(today: today)
        rest = rest.dropFirst(10)
        continue
      }
      if character == "“" { isQuoted = true }
      if character == "”" { isQuoted = false }
      words.append(character)
      rest.removeFirst()
    }
    return words
  }
}

extension Substring {
  /// The day with which it begins; nil if a longer word does, such as an instant or a file's name.
  fileprivate var leadingDay: Day? {
    let rest = dropFirst(10)
    let next = rest.first == "." ? rest.dropFirst().first : rest.first
    guard first?.isNumber == true, next?.isPartOfName != true else { return nil }
    return Day(String(prefix(10)))
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || "-_/".contains(self) }
}

extension Instant {
  /// The local time in `zone`: `07:05`.
  public func clockTime(in zone: Zone) -> String {
    let minutes = Int(zone.localSeconds(at: self) % 86_400 + 86_400) % 86_400 / 60
    return minutes.hoursAndMinutes
  }
}
