import Core

/// Imports the history of another program.
///
/// Days that the user set here are left unchanged. Importing the same history twice changes
/// nothing.
public struct ImportHistory: Command {
  public typealias Reply = ImportedHabits
  public static let name = "tracking.import-history"
  public static let summary = "Imports habits and their history from another program."

  public let history: ImportedHistory

  public init(history: ImportedHistory) { self.history = history }
}

/// Takes the latest import back as a whole.
///
/// Habits that it created are deleted, and days that it marked are as before. It is refused once
/// something was changed in these habits.
public struct UndoImport: Command {
  public typealias Reply = UndoneImport
  public static let name = "tracking.undo-import"
  public static let summary = "Undoes the latest import from another program."
  public static let erases = true

  public init() {}
}

/// The import that was taken back.
public struct UndoneImport: Codable, Sendable, Equatable {
  /// The other program.
  public let source: String

  public init(source: String) { self.source = source }
}

/// The parts of an import that are still unchanged.
public struct ImportSummary: Codable, Sendable, Equatable {
  public let source: String
  /// When it was imported.
  public let at: Instant
  /// The number of habits that it had created.
  public let habits: Int
  /// The number of days that it had marked.
  public let entries: Int
  /// The title of a habit of the import in which something was changed since.
  ///
  /// The import then stays; nil if it can be taken back.
  public let changed: String?

  public init(
    source: String,
    at: Instant,
    habits: Int,
    entries: Int,
    changed: String? = nil
  ) {
    self.source = source
    self.at = at
    self.habits = habits
    self.entries = entries
    self.changed = changed
  }
}

/// Returns what taking the latest import back would undo; nil if there is none.
public struct LatestImport: Query {
  public typealias Reply = ImportSummary?
  public static let name = "tracking.latest-import"
  public static let summary = "What the latest import from another program brought."

  public init() {}
}
