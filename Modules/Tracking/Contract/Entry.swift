import Core

/// The entry of one habit on one day: its mark and its note.
public struct Entry: Codable, Sendable, Equatable {
  public var mark: Mark
  /// The measured value; nil if there is none.
  public var value: Amount?
  public var note: String
  /// When the entry was made; if imported, as the other program reports, or noon of the day.
  public var at: Instant?

  public init(mark: Mark, value: Amount? = nil, note: String = "", at: Instant? = nil) {
    self.mark = mark
    self.value = value
    self.note = note
    self.at = at
  }

  private enum CodingKeys: CodingKey { case at, mark, note, value }

  func write(to members: inout JSONMembers) {
    if let at { members.write("at", at.milliseconds) }
    members.write("mark", mark.rawValue)
    members.write("note", note)
    if let value { members.write("value", value.thousandths) }
  }

  /// The maximum length of a note, in characters.
  public static let maxNoteLength = 4000

  /// The empty entry: no mark, value or note.
  public static let empty = Entry(mark: .open)

  public var isEmpty: Bool { mark == .open && value == nil && note.isEmpty }
}

/// A part of an entry that is set separately.
///
/// Devices that set different parts of a day therefore keep both.
public enum EntryPart: String, Codable, Sendable, CaseIterable {
  /// The mark with its value, its instant and its evidence.
  case mark
  case note
}

/// The timestamp of a fact whose entry an undo restores.
public struct RestoredEntry: Codable, Sendable, Equatable {
  public let clock: HybridTime
  public let device: DeviceID
  /// Whether that entry was imported; nil if the user set it.
  public let imported: Bool?

  public init(_ stamp: HybridTimestamp, isImported: Bool = false) {
    clock = stamp.clock
    device = stamp.device
    imported = isImported ? true : nil
  }

  func write(to members: inout JSONMembers) {
    members.write("clock", Int64(clamping: clock.rawValue))
    members.write("device", Int64(clamping: device.rawValue))
    if let imported { members.write("imported", imported) }
  }
}

/// A user's mark for a day.
public enum Mark: String, Codable, Sendable, CaseIterable {
  /// Not marked, or unmarked again.
  case open
  case done
  /// Marked as not done; counts like ``open``.
  case missed
  /// Skipped: neither adds to a streak nor breaks it.
  case skipped
  /// Counted by another program's schedule without being done (`YES_AUTO` in Loop).
  ///
  /// Kept so that an import loses nothing; counts like ``open``.
  case automatic
}

/// What a day counts as, after applying the target and vacations.
public enum DayStatus: String, Codable, Sendable, CaseIterable {
  case open, done, skipped

  /// Creates the status of an entry for a habit with `target`.
  public init(_ entry: Entry, target: Target?) {
    switch entry.mark {
    case .skipped: self = .skipped
    case .done where entry.value == nil: self = .done
    case .done, .open, .missed, .automatic:
      guard let target else {
        self = entry.mark == .done ? .done : .open
        return
      }
      let reached = entry.value.map(target.isReached) ?? false
      self = reached ? .done : .open
    }
  }
}

/// A range of days on which some or all habits are skipped.
public struct Vacation: Codable, Sendable, Equatable {
  public let id: EntityID
  public var from: Day
  /// The last day of the vacation.
  public var to: Day
  /// The habits on vacation; nil means all habits, including future ones.
  public var habits: Set<HabitID>?

  public init(id: EntityID, from: Day, to: Day, habits: Set<HabitID>? = nil) {
    self.id = id
    self.from = from
    self.to = to
    self.habits = habits
  }

  private enum CodingKeys: String, CodingKey { case id, from, to, habits }

  /// Encodes the habits in sorted order, so that equal vacations have equal bytes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encodeIfPresent(habits?.sorted(), forKey: .habits)
  }

  public func covers(_ day: Day, _ habit: HabitID) -> Bool {
    from <= day && day <= to && (habits?.contains(habit) ?? true)
  }
}
