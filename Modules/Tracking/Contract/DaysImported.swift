import Core

/// Another program's entries of a habit were taken over.
///
/// One fact holds many days: ten years of a habit are ten rows of a journal instead of thousands.
public struct DaysImported: Fact {
  public static let name = "tracking.days-imported"

  public let habit: HabitID
  /// The program the entries were imported from.
  public let source: String
  /// Each day once.
  public let entries: [ImportedEntry]

  public init(habit: HabitID, source: String, entries: [ImportedEntry]) {
    self.habit = habit
    self.source = source
    self.entries = entries
  }

  public var entity: EntityID? { habit.entity }
  public var latestDay: Day? { entries.lazy.map(\.day).max() }

  // MARK: Size

  /// The most days that one fact holds.
  public static let maxDays = 400
  /// The size of the notes, in bytes, with which a fact takes no further day.
  static let enoughNotes = 32 << 10

  /// Returns the facts that take over the entries of a habit, none of which is large.
  public static func facts(
    habit: HabitID,
    source: String,
    entries: [ImportedEntry]
  ) -> [DaysImported] {
    var facts: [DaysImported] = []
    var (rest, notes) = (entries[...], 0)
    while !rest.isEmpty {
      let count = rest.prefix(maxDays).prefix { entry in
        defer { notes += entry.entry.note.utf8.count }
        return notes < enoughNotes
      }.count
      facts.append(DaysImported(habit: habit, source: source, entries: Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
      notes = 0
    }
    return facts
  }

  // MARK: Coding

  private enum CodingKeys: CodingKey { case entries, habit, source }

  /// An entry with its day beside its other fields; missing fields are omitted.
  private struct Line: Codable {
    let at: Instant?
    let day: Day
    let mark: Mark
    let note: String?
    let value: Amount?

    init(_ entry: ImportedEntry) {
      at = entry.entry.at
      day = entry.day
      mark = entry.entry.mark
      note = entry.entry.note.isEmpty ? nil : entry.entry.note
      value = entry.entry.value
    }

    var entry: ImportedEntry {
      ImportedEntry(day: day, entry: Entry(mark: mark, value: value, note: note ?? "", at: at))
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    habit = try container.decode(HabitID.self, forKey: .habit)
    source = try container.decode(String.self, forKey: .source)
    entries = try container.decode([Line].self, forKey: .entries).map(\.entry)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entries.map(Line.init), forKey: .entries)
    try container.encode(habit, forKey: .habit)
    try container.encode(source, forKey: .source)
  }

  /// Encodes the payload by hand, because an import writes many days.
  public func payload() -> [UInt8] {
    var members = JSONMembers(capacity: 64 + 64 * entries.count)
    members.write("entries", each: entries) { members, imported in
      let entry = imported.entry
      if let at = entry.at { members.write("at", at.milliseconds) }
      members.write("day", imported.day)
      members.write("mark", entry.mark.rawValue)
      if !entry.note.isEmpty { members.write("note", entry.note) }
      if let value = entry.value { members.write("value", value.thousandths) }
    }
    members.write("habit", habit)
    members.write("source", source)
    return members.finish()
  }
}
