import Core

/// Returns all entries of one habit, earliest first.
public struct EntriesOf: Query {
  public typealias Reply = [RecordedEntry]
  public static let name = "tracking.entries-of"
  public static let summary = "Every entry of one habit, earliest first."

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }
}

/// The entry of a day, with what was to be reached on it.
public struct RecordedEntry: Codable, Sendable, Equatable {
  public let day: Day
  public let entry: Entry
  /// What the day counts as, after applying the target and vacations.
  public let status: DayStatus
  /// The target of that day, which may be another one than today's.
  public let target: Target?

  public init(day: Day, entry: Entry, status: DayStatus, target: Target?) {
    self.day = day
    self.entry = entry
    self.status = status
    self.target = target
  }
}
