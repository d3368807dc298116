import Core

/// The history of another program in our terms, as its file says it.
public struct ImportedHistory: Codable, Sendable, Equatable {
  /// `loop`, `harsh`, `beaver`, `table-habit`.
  public let source: String
  public var habits: [ImportedHabit]
  /// What the file holds that we could not keep exactly, in sentences for the person.
  public var remarks: [String]

  public init(source: String, habits: [ImportedHabit] = [], remarks: [String] = []) {
    self.source = source
    self.habits = habits
    self.remarks = remarks
  }
}

/// A habit of another program and what was entered for it.
public struct ImportedHabit: Codable, Sendable, Equatable {
  /// What the other program knows the habit by, so that a second import finds it again.
  public let key: String
  public var details: HabitDetails
  /// When the other program says it was created; nil when it does not say.
  public var createdOn: Day?
  public var entries: [ImportedEntry]

  public init(
    key: String,
    details: HabitDetails,
    createdOn: Day? = nil,
    entries: [ImportedEntry] = []
  ) {
    self.key = key
    self.details = details
    self.createdOn = createdOn
    self.entries = entries
  }
}

/// What another program holds about one day.
public struct ImportedEntry: Codable, Sendable, Equatable {
  public let day: Day
  public var entry: Entry

  public init(day: Day, entry: Entry) {
    self.day = day
    self.entry = entry
  }
}

/// What an import did.
public struct ImportReport: Codable, Sendable, Equatable {
  public let source: String
  public var habitsAdded: Int
  public var habitsKnown: Int
  public var entriesAdded: Int
  /// Entries that were here already, just so.
  public var entriesKnown: Int
  /// Days that were set here and differ from the file: left as they are here.
  public var entriesKept: Int
  public var remarks: [String]

  public init(
    source: String,
    habitsAdded: Int = 0,
    habitsKnown: Int = 0,
    entriesAdded: Int = 0,
    entriesKnown: Int = 0,
    entriesKept: Int = 0,
    remarks: [String] = []
  ) {
    self.source = source
    self.habitsAdded = habitsAdded
    self.habitsKnown = habitsKnown
    self.entriesAdded = entriesAdded
    self.entriesKnown = entriesKnown
    self.entriesKept = entriesKept
    self.remarks = remarks
  }
}
