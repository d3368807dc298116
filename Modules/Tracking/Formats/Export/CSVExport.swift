import Core
import TrackingContract

/// Writes all days with an entry as one table for spreadsheets and scripts.
///
/// The table follows RFC 4180: lines end with CRLF, and fields are quoted where necessary. A text
/// that a spreadsheet would take for a formula gets an apostrophe before it, which spreadsheets
/// understand and do not show; the JSON export is the one that holds every text as it was typed.
///
/// Source: OWASP, "CSV Injection".
public enum CSVExport {
  /// The column titles.
  public static let header = earlierHeader + [idTitle, targetTitle, rhythmTitle]
  /// The titles in tables of earlier versions, which tell habits apart by their titles alone.
  static let earlierHeader = ["habit", "day", "status", "value", "unit", "note", "at"]
  /// The title of the column that says which of several habits with the same title is meant.
  ///
  /// No other program's table has such a column.
  static let idTitle = "trellis-id"
  /// The title of the column that says what was to be reached, which amounts alone do not tell.
  ///
  /// Tables of earlier versions do not have it.
  static let targetTitle = "target"
  /// The title of the column with the rhythm of the habit, as a person types it: `3/week`.
  ///
  /// Tables of earlier versions do not have it.
  static let rhythmTitle = "every"

  /// Returns a table with one line per day, in the given order; `at` is in UTC.
  public static func text(_ days: [ExportedDay]) -> String {
    days.reduce(into: line(header)) { $0 += line(fields($1)) }
  }

  private static func fields(_ day: ExportedDay) -> [String] {
    [
      text(day.title), day.day.description, day.status, day.value ?? "", text(day.unit),
      text(day.note),
      day.at.map { stamp(UTCTime($0)) } ?? "", day.id, text(day.target?.inTable ?? ""),
      day.rhythm?.description ?? "",
    ]
  }

  /// A text of the user's that no spreadsheet calculates and no terminal obeys.
  private static func text(_ raw: String) -> String {
    let text = TextRule.lines.printable(raw)
    return isGuarded(text) || isFormula(text.unicodeScalars) ? "'" + text : text
  }

  /// The text as it was before ``text(_:)`` guarded it.
  static func plain(_ text: String) -> String {
    isGuarded(text) ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// Whether a spreadsheet calculates the text.
  private static func isFormula(_ text: some Collection<Unicode.Scalar>) -> Bool {
    text.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
  }

  /// Whether the text is a formula behind apostrophes, which a person may have typed as well.
  private static func isGuarded(_ text: String) -> Bool {
    text.unicodeScalars.first == "'" && isFormula(text.unicodeScalars.drop { $0 == "'" })
  }

  private static func line(_ fields: [String]) -> String {
    fields.map(field).joined(separator: ",") + "\r\n"
  }

  private static func field(_ text: String) -> String {
    let special: Set<UInt8> = [0x22, 0x2C, 0x0A, 0x0D]
    let hasEdges = text.utf8.first == 0x20 || text.utf8.last == 0x20
    guard hasEdges || text.utf8.contains(where: special.contains) else { return text }
    return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// Formats a time as `2026-11-21T07:30:00.000Z`.
  private static func stamp(_ time: UTCTime) -> String {
    let clock = [time.hour, time.minute, time.second].map { UTCTime.digits($0, 2) }
    let thousandths = UTCTime.digits(time.millisecond, 3)
    return "\(time.day)T\(clock.joined(separator: ":")).\(thousandths)Z"
  }
}

/// The components of an instant in UTC.
struct UTCTime {
  let day: Day
  let hour: Int
  let minute: Int
  let second: Int
  let millisecond: Int

  init(_ at: Instant) {
    day = ImportDay.day(milliseconds: at.milliseconds)
    let rest = Int(at.milliseconds - Int64(day.number) * 86_400_000)
    (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60)
    (second, millisecond) = (rest / 1000 % 60, rest % 1000)
  }

  /// Formats `number` with leading zeros.
  static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
