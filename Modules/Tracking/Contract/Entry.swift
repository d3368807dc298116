import Core

/// What a person said about one habit on one day: one register, replaced as a whole.
public struct Entry: Codable, Sendable, Equatable {
  public var mark: Mark
  /// What was measured; nil when nothing was.
  public var value: Amount?
  public var note: String
  /// When it was said; for imported history, when the other program says it was, or its day's noon.
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

  /// Nothing was said.
  public static let empty = Entry(mark: .open)

  public var isEmpty: Bool { mark == .open && value == nil && note.isEmpty }
}

/// What a person said of a day.
public enum Mark: String, Codable, Sendable, CaseIterable {
  /// Nothing, or taken back.
  case open
  case done
  /// Said to be not done, which counts like nothing.
  case missed
  /// Neither adds nor breaks.
  case skipped
  /// Counted by another program's schedule though not done itself (Loop's YES_AUTO); kept so
  /// that an import loses nothing, and counts like nothing.
  case automatic
}

/// What a day counts as, once target and vacations are taken into account.
public enum DayStatus: String, Codable, Sendable, CaseIterable {
  case open, done, skipped

  /// The status of an entry for a habit with `target`.
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

/// A range of days on which chosen or all habits are skipped.
public struct Vacation: Codable, Sendable, Equatable {
  public let id: EntityID
  public var from: Day
  /// The last day of it.
  public var to: Day
  /// Nil means all habits, those to come included.
  public var habits: Set<HabitID>?

  public init(id: EntityID, from: Day, to: Day, habits: Set<HabitID>? = nil) {
    self.id = id
    self.from = from
    self.to = to
    self.habits = habits
  }

  private enum CodingKeys: String, CodingKey { case id, from, to, habits }

  /// Writes the habits sorted, so that the same vacation is the same bytes everywhere.
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
