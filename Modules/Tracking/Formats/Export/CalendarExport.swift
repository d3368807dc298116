import Core

/// Writes the days that were kept as an iCalendar file, for calendar programs.
///
/// Each day becomes one all-day event that does not block time. Its UID is derived from the item
/// and the day, so that importing a newer file replaces events instead of duplicating them.
///
/// Format: RFC 5545, sections 3.1 (content lines), 3.3.11 (text), 3.6.1 (events); for a calendar
/// that is subscribed to also RFC 7986, sections 5.1 (names) and 5.7 (refresh interval).
public enum CalendarExport {
  /// Returns the whole file, without the `days` that were not kept.
  ///
  /// - Throws: ``DomainError`` if no day was kept, because a calendar needs at least one event.
  public static func text(_ days: [ExportedDay]) throws -> String {
    let kept = days.filter(\.isKept)
    guard !kept.isEmpty else {
      throw DomainError(
        "nothing-to-export",
        "No day is marked yet that a calendar could show, so no file was made. Mark a first one, "
          + "and export again."
      )
    }
    return text(head, kept)
  }

  /// Returns a calendar that programs subscribe to, with a name and possibly without days.
  public static func feed(_ days: [ExportedDay], name: String) -> String {
    let lines = [
      "NAME:\(escaped(name))", "X-WR-CALNAME:\(escaped(name))",
      "REFRESH-INTERVAL;VALUE=DURATION:\(refresh)", "X-PUBLISHED-TTL:\(refresh)",
    ]
    let kept = days.filter(\.isKept)
    return text(head + lines + (kept.isEmpty ? nothing : []), kept)
  }

  private static let head = [
    "VERSION:2.0", "PRODID:-//Trellis//Trellis 1//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
  ]

  /// How often programs check for changes.
  private static let refresh = "PT1H"

  /// The component of a calendar without days, which must have one: a zone that it does not use.
  private static let nothing = [
    "BEGIN:VTIMEZONE", "TZID:Etc/UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE",
  ]

  private static func text(_ head: [String], _ days: [ExportedDay]) -> String {
    let lines = ["BEGIN:VCALENDAR"] + head + days.flatMap(event) + ["END:VCALENDAR"]
    return lines.map { folded($0) + "\r\n" }.joined()
  }

  private static func event(_ day: ExportedDay) -> [String] {
    let date = digits(day.day)
    let description = [amount(day), day.note].compactMap { $0 }.filter { !$0.isEmpty }
    var lines = [
      "BEGIN:VEVENT",
      "UID:\(day.id)-\(date)@trellis",
      "DTSTAMP:\(stamp(day))",
      "DTSTART;VALUE=DATE:\(date)",
      "DTEND;VALUE=DATE:\(digits(day.day.advanced(by: 1)))",
      "SUMMARY:\(escaped(day.title))",
    ]
    if !description.isEmpty {
      lines.append("DESCRIPTION:\(escaped(description.joined(separator: "\n")))")
    }
    return lines + ["TRANSP:TRANSPARENT", "CLASS:PRIVATE", "END:VEVENT"]
  }

  private static func amount(_ day: ExportedDay) -> String? {
    day.value.map { day.unit.isEmpty ? $0 : "\($0) \(day.unit)" }
  }

  /// Returns when the day was marked, in UTC; midnight of that day if unknown.
  private static func stamp(_ day: ExportedDay) -> String {
    guard let at = day.at else { return digits(day.day) + "T000000Z" }
    let time = UTCTime(at)
    let clock = [time.hour, time.minute, time.second].map { UTCTime.digits($0, 2) }.joined()
    return "\(digits(time.day))T\(clock)Z"
  }

  private static func digits(_ day: Day) -> String {
    day.description.filter { $0 != "-" }
  }

  /// Escapes separators and line breaks, and removes other control characters.
  private static func escaped(_ text: String) -> String {
    var result = ""
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\\", ";", ",": result += "\\\(scalar)"
      case "\n" where isAfterReturn: continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result += "\\n"
      case "\t": result += "\t"
      default:
        guard scalar.properties.generalCategory != .control else { continue }
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The maximum length of a line, in octets, without its line ending.
  private static let longestLine = 75

  /// Folds a long line into several that begin with a space, never inside a character.
  private static func folded(_ line: String) -> String {
    guard line.utf8.count > longestLine else { return line }
    var result = ""
    var length = 0
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if length + size > longestLine {
        result += "\r\n "
        length = 1
      }
      result.unicodeScalars.append(scalar)
      length += size
    }
    return result
  }
}
