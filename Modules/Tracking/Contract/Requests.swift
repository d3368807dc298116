import Core

/// Creates a habit.
///
/// Two may have the same title.
public struct CreateHabit: Command {
  public typealias Reply = Habit
  public static let name = "tracking.create-habit"
  public static let summary = "Creates a habit."

  public let details: HabitDetails

  public init(details: HabitDetails) { self.details = details }
}

public struct EditHabit: Command {
  public typealias Reply = Habit
  public static let name = "tracking.edit-habit"
  public static let summary = "Changes details of a habit; its history stays."

  public let habit: HabitID
  public let patch: HabitPatch

  public init(habit: HabitID, patch: HabitPatch) {
    self.habit = habit
    self.patch = patch
  }
}

/// Deletes a habit for good.
///
/// Refused until `confirmed`, with words that say what would be lost.
public struct DeleteHabit: Command {
  public typealias Reply = DeletedHabit
  public static let name = "tracking.delete-habit"
  public static let summary = "Deletes a habit with its whole history, for good."

  public let habit: HabitID
  public let confirmed: Bool

  public init(habit: HabitID, confirmed: Bool) {
    self.habit = habit
    self.confirmed = confirmed
  }
}

/// The habit that is gone.
public struct DeletedHabit: Codable, Sendable, Equatable {
  public let id: HabitID

  public init(id: HabitID) { self.id = id }
}

/// Says what one day of a habit was.
public struct SetCheck: Command {
  public typealias Reply = CheckState
  public static let name = "tracking.set-check"
  public static let summary = "Marks a day of a habit as done, not done or skipped."

  public let habit: HabitID
  /// Nil for today.
  public let day: Day?
  public let mark: Mark
  public let value: Amount?
  /// Nil keeps the note that is there.
  public let note: String?

  public init(
    habit: HabitID,
    day: Day? = nil,
    mark: Mark,
    value: Amount? = nil,
    note: String? = nil
  ) {
    self.habit = habit
    self.day = day
    self.mark = mark
    self.value = value
    self.note = note
  }
}

/// A day of a habit as it now is.
public struct CheckState: Codable, Sendable, Equatable {
  public let habit: Habit
  public let day: Day
  public let entry: Entry
  public let status: DayStatus
  /// Whether a vacation covers the day.
  public let onVacation: Bool

  public init(
    habit: Habit,
    day: Day,
    entry: Entry,
    status: DayStatus,
    onVacation: Bool = false
  ) {
    self.habit = habit
    self.day = day
    self.entry = entry
    self.status = status
    self.onVacation = onVacation
  }

  /// In the order of their bytes, in which JSON is written: what comes so need not be put in order.
  private enum CodingKeys: CodingKey { case day, entry, habit, onVacation, status }
}

public struct PlanVacation: Command {
  public typealias Reply = Vacation
  public static let name = "tracking.plan-vacation"
  public static let summary = "Skips a range of days for all or some habits."

  public let from: Day
  public let to: Day
  /// Nil for all habits.
  public let habits: Set<HabitID>?

  public init(from: Day, to: Day, habits: Set<HabitID>? = nil) {
    self.from = from
    self.to = to
    self.habits = habits
  }
}

public struct CancelVacation: Command {
  public typealias Reply = CancelledVacation
  public static let name = "tracking.cancel-vacation"
  public static let summary = "Takes a vacation back."

  public let id: EntityID

  public init(id: EntityID) { self.id = id }
}

/// Takes over the history of another program.
///
/// Days that a person set here are left as they are; doing it twice changes nothing.
public struct ImportHistory: Command {
  public typealias Reply = ImportedHabits
  public static let name = "tracking.import-history"
  public static let summary = "Takes over habits and their history from another program."

  public let history: ImportedHistory

  public init(history: ImportedHistory) { self.history = history }
}

/// The vacation that is gone.
public struct CancelledVacation: Codable, Sendable, Equatable {
  public let id: EntityID

  public init(id: EntityID) { self.id = id }
}

public struct AllHabits: Query {
  public typealias Reply = [Habit]
  public static let name = "tracking.all-habits"
  public static let summary = "The habits in the order in which they are shown."

  public let includesArchived: Bool

  public init(includesArchived: Bool = false) { self.includesArchived = includesArchived }
}

/// Finds the one habit that a person means by a title, the beginning of one, or an id.
public struct FindHabit: Query {
  public typealias Reply = Habit
  public static let name = "tracking.find-habit"
  public static let summary = "Finds a habit by title, beginning of a title, or id."

  public let text: String

  public init(text: String) { self.text = text }
}

/// All habits that are not archived, with their state on the days of a range.
public struct DaysOfHabits: Query {
  public typealias Reply = [HabitDays]
  public static let name = "tracking.days-of-habits"
  public static let summary = "What each day of a range was, for one habit or all."

  /// Nil for all that are not archived.
  public let habit: HabitID?
  public let from: Day
  public let to: Day

  public init(habit: HabitID? = nil, from: Day, to: Day) {
    self.habit = habit
    self.from = from
    self.to = to
  }
}

/// One habit and a range of its days.
public struct HabitDays: Codable, Sendable, Equatable {
  public let habit: Habit
  /// The day from which it counts: its creation or its earliest entry.
  public let firstDay: Day
  public let days: [DayState]

  public init(habit: Habit, firstDay: Day, days: [DayState]) {
    self.habit = habit
    self.firstDay = firstDay
    self.days = days
  }
}

/// One day of a habit.
public struct DayState: Codable, Sendable, Equatable {
  public let day: Day
  public let status: DayStatus
  /// Whether the schedule asks for this very day; quotas ask for every day.
  public let isDue: Bool
  public let entry: Entry?

  public init(day: Day, status: DayStatus, isDue: Bool, entry: Entry?) {
    self.day = day
    self.status = status
    self.isDue = isDue
    self.entry = entry
  }
}

/// How many habits were done on each day of a range.
public struct DoneCounts: Query {
  public typealias Reply = [Int]
  public static let name = "tracking.done-counts"
  public static let summary = "How many habits were done on each day of a range."

  public let habit: HabitID?
  public let from: Day
  public let to: Day

  public init(habit: HabitID? = nil, from: Day, to: Day) {
    self.habit = habit
    self.from = from
    self.to = to
  }
}

public struct AllVacations: Query {
  public typealias Reply = [Vacation]
  public static let name = "tracking.all-vacations"
  public static let summary = "The vacations, earliest first."

  public init() {}
}

/// The habits that stand for those of the other program.
public struct ImportedHabits: Codable, Sendable, Equatable {
  public let ids: [HabitID]

  public init(ids: [HabitID]) { self.ids = ids }
}

/// What ``ImportHistory`` would do.
public struct PreviewImport: Query {
  public typealias Reply = ImportReport
  public static let name = "tracking.preview-import"
  public static let summary = "Tells what an import would add, without adding it."

  public let history: ImportedHistory

  public init(history: ImportedHistory) { self.history = history }
}

/// What one day of a habit was.
public struct CheckOn: Query {
  public typealias Reply = CheckState
  public static let name = "tracking.check-on"
  public static let summary = "What one day of a habit was, with its time and note."

  public let habit: HabitID
  /// Nil for today.
  public let day: Day?

  public init(habit: HabitID, day: Day? = nil) {
    self.habit = habit
    self.day = day
  }
}

/// Everything that was ever said of one habit's days, earliest first.
public struct EntriesOf: Query {
  public typealias Reply = [ImportedEntry]
  public static let name = "tracking.entries-of"
  public static let summary = "Every entry of one habit, earliest first."

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }
}
