import Core
import TrackingContract

/// Writes all entries as one table for spreadsheets and scripts.
///
/// The table follows RFC 4180: CRLF ends lines, and fields are quoted where they must be. Notes
/// stand as they were written; one that begins with `=`, `+`, `-` or `@` is not changed, though a
/// spreadsheet may take it for a formula, because a file that is read back must hold what the
/// person wrote. Import such a column as text.
public enum CSVExport {
  /// The titles of the columns.
  public static let header = ["habit", "day", "status", "value", "unit", "note", "at"]

  /// A line per entry, habits in the given order and their days from the earliest on.
  ///
  /// `status` is what the day counts as (`done`, `skipped`, `open`), and for an open one that was
  /// said to be `missed` or `automatic`, that. Vacations are not in it. `at` is in UTC.
  public static func text(habits: [Habit], entries: [HabitID: [ImportedEntry]]) -> String {
    var text = line(header)
    for habit in habits {
      for entry in (entries[habit.id] ?? []).sorted(by: { $0.day < $1.day }) {
        text += line(fields(habit, entry))
      }
    }
    return text
  }

  private static func fields(_ habit: Habit, _ entry: ImportedEntry) -> [String] {
    let value = entry.entry.value
    return [
      habit.details.title, entry.day.description,
      status(entry.entry, target: habit.details.target), value?.description ?? "",
      value == nil ? "" : habit.details.target?.unit ?? "", entry.entry.note,
      entry.entry.at.map(stamp) ?? "",
    ]
  }

  private static func status(_ entry: Entry, target: Target?) -> String {
    let status = DayStatus(entry, target: target)
    switch entry.mark {
    case .missed, .automatic: return status == .open ? entry.mark.rawValue : status.rawValue
    case .open, .done, .skipped: return status.rawValue
    }
  }

  private static func line(_ fields: [String]) -> String {
    fields.map(field).joined(separator: ",") + "\r\n"
  }

  private static func field(_ text: String) -> String {
    let special: Set<UInt8> = [0x22, 0x2C, 0x0A, 0x0D]
    let hasEdges = text.utf8.first == 0x20 || text.utf8.last == 0x20
    guard hasEdges || text.utf8.contains(where: special.contains) else { return text }
    let doubled = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + doubled.joined(separator: "\"\"") + "\""
  }

  /// `2026-11-21T07:30:00.000Z`.
  private static func stamp(_ at: Instant) -> String {
    let day = ForeignDay.day(milliseconds: at.milliseconds)
    let rest = Int(at.milliseconds - Int64(day.number) * 86_400_000)
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { digits($0, 2) }
    return "\(day)T\(time.joined(separator: ":")).\(digits(rest % 1000, 3))Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
