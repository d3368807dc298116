import Core

/// The history read from another program's file, in terms of this module.
public struct ImportedHistory: Codable, Sendable, Equatable {
  /// The ``source`` of a table, which names habits only by their titles.
  ///
  /// A habit that already exists here with such a title is assumed to be the same. A table of this
  /// program also has ids, which are the keys of its habits (``ImportedHabit/ownID``).
  public static let table = "csv"

  /// The program, such as `loop` or `harsh`.
  public let source: String
  public var habits: [ImportedHabit]
  /// Sentences for the user about data that could not be imported exactly.
  public var remarks: [String]

  public init(source: String, habits: [ImportedHabit] = [], remarks: [String] = []) {
    self.source = source
    self.habits = habits
    self.remarks = remarks
  }

  /// The sentence in place of remarks that are too many to be told; nil if there are none.
  package static func untold(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return "There \(count == 1 ? "is" : "are") \(count.counted("more remark")) like these."
  }
}

/// A habit of another program with its entries.
public struct ImportedHabit: Codable, Sendable, Equatable {
  /// Identifies the habit in the other program, so that a second import finds it again.
  public let key: String
  public var details: HabitDetails
  /// The day of creation according to the other program; nil if unknown.
  public var createdOn: Day?
  /// The last day on which the other program tracks it; it arrives archived once that day is over.
  public var endedOn: Day?
  /// True if the file does not say the target, which was derived from its days.
  public var isTargetDerived: Bool?
  public var entries: [ImportedEntry]

  public init(
    key: String,
    details: HabitDetails,
    createdOn: Day? = nil,
    endedOn: Day? = nil,
    isTargetDerived: Bool? = nil,
    entries: [ImportedEntry] = []
  ) {
    self.key = key
    self.details = details
    self.createdOn = createdOn
    self.endedOn = endedOn
    self.isTargetDerived = isTargetDerived
    self.entries = entries
  }
}

extension ImportedHabit {
  private static let ownPrefix = "id:"

  /// Returns the key of a habit that a table of this program names by its id.
  public static func key(of habit: HabitID) -> String { "\(ownPrefix)\(habit)" }

  /// The id of the habit in the space from which it was exported; nil if the key holds none.
  ///
  /// Only keys of an ``ImportedHistory/table`` can hold one.
  public var ownID: HabitID? {
    guard key.hasPrefix(ImportedHabit.ownPrefix) else { return nil }
    return HabitID(String(key.dropFirst(ImportedHabit.ownPrefix.count)))
  }
}

/// A day and its entry.
public struct ImportedEntry: Codable, Sendable, Equatable {
  public let day: Day
  public var entry: Entry

  public init(day: Day, entry: Entry) {
    self.day = day
    self.entry = entry
  }
}

/// A summary of what an import changes.
public struct ImportReport: Codable, Sendable, Equatable {
  public let source: String
  public var habitsAdded: Int
  public var habitsKnown: Int
  public var entriesAdded: Int
  /// Entries that already exist here with the same content.
  public var entriesKnown: Int
  /// Entries that the user set here and that differ from the file: left unchanged.
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
