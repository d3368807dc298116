import Core
import TrackingContract

/// One day of one thing, as a table or a calendar writes it: a habit's, or that of whatever else a
/// module keeps days of.
public struct ExportedDay: Sendable, Equatable {
  /// 32 hexadecimal digits that name the thing, on every device the same.
  public let id: String
  public let title: String
  public let day: Day
  /// One word: `done`, `skipped`, `sober`.
  public let status: String
  /// Whether the day belongs into a calendar of what was kept.
  public let isKept: Bool
  /// A decimal number; nil where nothing was measured or counted.
  public let value: String?
  /// What `value` counts; empty without a value.
  public let unit: String
  public let note: String
  /// When it was said; nil where that is not known, as of some imports.
  public let at: Instant?

  public init(
    id: String,
    title: String,
    day: Day,
    status: String,
    isKept: Bool,
    value: String? = nil,
    unit: String = "",
    note: String = "",
    at: Instant?
  ) {
    self.id = id
    self.title = title
    self.day = day
    self.status = status
    self.isKept = isKept
    self.value = value
    self.unit = unit
    self.note = note
    self.at = at
  }
}

extension ExportedDay {
  /// What was said of one day of `habit`.
  ///
  /// `status` is what the day counts as (`done`, `skipped`, `open`), and for an open one that was
  /// said to be `missed` or `automatic`, that. Vacations are not in it.
  public init(_ habit: Habit, _ entry: ImportedEntry) {
    let target = habit.details.target
    let status = DayStatus(entry.entry, target: target)
    let isSaid = entry.entry.mark == .missed || entry.entry.mark == .automatic
    self.init(
      id: habit.id.description,
      title: habit.details.title,
      day: entry.day,
      status: isSaid && status == .open ? entry.entry.mark.rawValue : status.rawValue,
      isKept: status == .done,
      value: entry.entry.value?.description,
      unit: entry.entry.value == nil ? "" : target?.unit ?? "",
      note: entry.entry.note,
      at: entry.entry.at
    )
  }
}
