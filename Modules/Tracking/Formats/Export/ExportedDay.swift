import Core
import TrackingContract

/// One day of a habit, or of another tracked item, as a table or a calendar shows it.
public struct ExportedDay: Sendable, Equatable {
  /// The id of the item, 32 hexadecimal digits that are the same on every device.
  public let id: String
  public let title: String
  public let day: Day
  /// The status in one word: `done`, `skipped`, `sober`.
  public let status: String
  /// Whether the day belongs in a calendar of kept days.
  public let isKept: Bool
  /// A decimal number; nil if nothing was measured or counted.
  public let value: String?
  /// The unit of `value`; empty without a value.
  public let unit: String
  public let note: String
  /// When the entry was made; nil if unknown, as for some imports.
  public let at: Instant?
  /// What was to be reached on the day; nil if nothing is measured.
  public let target: Target?
  /// The present rhythm of the habit; nil for what has none.
  public let rhythm: Schedule?

  public init(
    id: String,
    title: String,
    day: Day,
    status: String,
    isKept: Bool,
    value: String? = nil,
    unit: String = "",
    note: String = "",
    at: Instant?,
    target: Target? = nil,
    rhythm: Schedule? = nil
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
    self.target = target
    self.rhythm = rhythm
  }
}

extension ExportedDay {
  /// Creates the exported day for an entry of `habit`.
  ///
  /// `status` is what the day counts as (`done`, `skipped`, also by a vacation, `open`), or `missed`
  /// or `automatic` for an open day with that mark.
  public init(_ habit: Habit, _ entry: RecordedEntry) {
    let status = entry.status
    let isSaid = entry.entry.mark == .missed || entry.entry.mark == .automatic
    self.init(
      id: habit.id.description,
      title: habit.details.title,
      day: entry.day,
      status: isSaid && status == .open ? entry.entry.mark.rawValue : status.rawValue,
      isKept: status == .done,
      value: entry.entry.value?.description,
      unit: entry.entry.value == nil ? "" : entry.target?.unit ?? "",
      note: entry.entry.note,
      at: entry.entry.at,
      target: entry.target,
      rhythm: habit.details.schedule
    )
  }
}
