import Core

/// Creates a habit.
///
/// Several habits may have the same title. A habit whose position is 0, as it is unless somebody
/// chooses one, gets that of the last habit and so stands below all others.
///
/// Only the title of its details has to be given.
public struct CreateHabit: Command {
  public typealias Reply = Habit
  public static let name = "tracking.create-habit"
  public static let summary = "Creates a habit."

  public let details: HabitDetails

  public init(details: HabitDetails) { self.details = details }

  private enum CodingKeys: CodingKey { case details }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    details = try members.decode(NewHabitDetails.self, forKey: .details).all
  }
}

public struct EditHabit: Command {
  public typealias Reply = Habit
  public static let name = "tracking.edit-habit"
  public static let summary = "Changes details of a habit; its history stays."

  public let habit: HabitID
  public let patch: HabitPatch
  /// The day from which a new rhythm, target or difficulty holds; nil means today.
  public let from: Day?

  public init(habit: HabitID, patch: HabitPatch, from: Day? = nil) {
    self.habit = habit
    self.patch = patch
    self.from = from
  }
}

/// Deletes a habit permanently.
///
/// Rejected unless `confirmed`, with an error that describes what would be lost.
public struct DeleteHabit: Command {
  public typealias Reply = DeletedHabit
  public static let name = "tracking.delete-habit"
  public static let summary = "Deletes a habit with its whole history, for good."
  public static let erases = true

  public let habit: HabitID
  public let confirmed: Bool

  public init(habit: HabitID, confirmed: Bool) {
    self.habit = habit
    self.confirmed = confirmed
  }
}

/// The habit that was deleted.
public struct DeletedHabit: Codable, Sendable, Equatable {
  public let id: HabitID

  public init(id: HabitID) { self.id = id }
}

/// Sets the entry of one day of a habit.
public struct SetCheck: Command {
  public typealias Reply = CheckState
  public static let name = "tracking.set-check"
  public static let summary = "Marks a day of a habit as done, not done or skipped."

  public let habit: HabitID
  /// The day; nil means today.
  public let day: Day?
  public let mark: Mark
  /// The new value; nil keeps the existing one if the mark stays the same.
  public let value: Amount?
  /// What to add to the existing value, instead of a new one.
  ///
  /// Additions by two devices that do not know of each other are summed up.
  public let adds: Amount?
  /// The new note; nil keeps the existing one.
  public let note: String?
  /// The instant of an earlier entry of the day, which an undo restores.
  ///
  /// It counts only if the day recently had exactly this mark and value, made at that instant.
  /// Otherwise the entry is a new one.
  public let restores: Instant?

  public init(
    habit: HabitID,
    day: Day? = nil,
    mark: Mark,
    value: Amount? = nil,
    adds: Amount? = nil,
    note: String? = nil,
    restores: Instant? = nil
  ) {
    self.habit = habit
    self.day = day
    self.mark = mark
    self.value = value
    self.adds = adds
    self.note = note
    self.restores = restores
  }
}

/// Undoes the last change of a day's mark.
///
/// The day gets back the mark that was replaced within the last seven days, with its instant, value
/// and evidence, or no mark if it had none. Undoing that in turn restores what was taken away. The
/// note stays. Fails for a day that is not marked and never was.
public struct UndoCheck: Command {
  public typealias Reply = CheckState
  public static let name = "tracking.undo-check"
  public static let summary = "Undoes the last change of a day's mark."

  public let habit: HabitID
  /// The day; nil means today.
  public let day: Day?

  public init(habit: HabitID, day: Day? = nil) {
    self.habit = habit
    self.day = day
  }
}

/// The current state of one day of a habit.
public struct CheckState: Codable, Sendable, Equatable {
  public let habit: Habit
  public let day: Day
  public let entry: Entry
  public let status: DayStatus
  /// What is to be reached on that day, which may be another target than today's.
  public let target: Target?
  /// Whether a vacation covers the day.
  public let onVacation: Bool

  public init(
    habit: Habit,
    day: Day,
    entry: Entry,
    status: DayStatus,
    target: Target?,
    onVacation: Bool = false
  ) {
    self.habit = habit
    self.day = day
    self.entry = entry
    self.status = status
    self.target = target
    self.onVacation = onVacation
  }

  /// Listed in byte order, the order in which JSON is written, so that keys need not be sorted.
  private enum CodingKeys: CodingKey { case day, entry, habit, onVacation, status, target }
}

public struct PlanVacation: Command {
  public typealias Reply = Vacation
  public static let name = "tracking.plan-vacation"
  public static let summary = "Skips a range of days for all or some habits."

  public let from: Day
  public let to: Day
  /// The habits on vacation; nil means all habits.
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
  public static let summary = "Cancels a vacation."

  public let id: EntityID

  public init(id: EntityID) { self.id = id }
}

/// The vacation that was cancelled.
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

/// Finds the one habit that a user means by a title, a title prefix or an id.
public struct FindHabit: Query {
  public typealias Reply = Habit
  public static let name = "tracking.find-habit"
  public static let summary = "Finds a habit by title, beginning of a title, or id."

  public let text: String

  public init(text: String) { self.text = text }
}

/// Returns all habits that are not archived, with their state on a range of days.
public struct DaysOfHabits: Query {
  public typealias Reply = [HabitDays]
  public static let name = "tracking.days-of-habits"
  public static let summary = "What each day of a range was, for one habit or all."

  /// The habit; nil means all habits that are not archived.
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
  /// The first day that counts: that of creation or of the earliest entry, if it is earlier.
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
  /// Whether the habit is due: scheduled for this day, or a quota not filled by earlier days.
  public let isDue: Bool
  /// Whether the day belongs to a quota, which any other day of its period could fill.
  public let isOfQuota: Bool
  /// Whether the habit was in the archive on that day.
  public let isArchived: Bool
  public let entry: Entry?
  /// What is to be reached on that day, which may be another target than today's.
  public let target: Target?

  public init(
    day: Day,
    status: DayStatus,
    isDue: Bool,
    isOfQuota: Bool = false,
    isArchived: Bool = false,
    entry: Entry?,
    target: Target? = nil
  ) {
    self.day = day
    self.status = status
    self.isDue = isDue
    self.isOfQuota = isOfQuota
    self.isArchived = isArchived
    self.entry = entry
    self.target = target
  }
}

/// Counts the habits that were done on each day of a range.
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

/// The habits that correspond to those of the other program.
public struct ImportedHabits: Codable, Sendable, Equatable {
  public let ids: [HabitID]

  public init(ids: [HabitID]) { self.ids = ids }
}

/// Reports what ``ImportHistory`` would do.
public struct PreviewImport: Query {
  public typealias Reply = ImportReport
  public static let name = "tracking.preview-import"
  public static let summary = "Returns what an import would add, without adding it."

  public let history: ImportedHistory

  public init(history: ImportedHistory) { self.history = history }
}

/// Returns the state of one day of a habit.
public struct CheckOn: Query {
  public typealias Reply = CheckState
  public static let name = "tracking.check-on"
  public static let summary = "What one day of a habit was, with its time and note."

  public let habit: HabitID
  /// The day; nil means today.
  public let day: Day?

  public init(habit: HabitID, day: Day? = nil) {
    self.habit = habit
    self.day = day
  }
}
