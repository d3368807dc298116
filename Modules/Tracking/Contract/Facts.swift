import Core

/// A habit was created, here or by an import.
public struct HabitCreated: Fact {
  public static let name = "tracking.habit-created"

  public let habit: HabitID
  public let details: HabitDetails
  /// The local day on which it was created.
  public let on: Day
  public let at: Instant

  public init(habit: HabitID, details: HabitDetails, on: Day, at: Instant) {
    self.habit = habit
    self.details = details
    self.on = on
    self.at = at
  }

  public var entity: EntityID? { habit.entity }
}

/// Some details of a habit were changed; what is nil stayed as it was.
public struct HabitEdited: Fact {
  public static let name = "tracking.habit-edited"

  public let habit: HabitID
  public let patch: HabitPatch

  public init(habit: HabitID, patch: HabitPatch) {
    self.habit = habit
    self.patch = patch
  }

  public var entity: EntityID? { habit.entity }
}

/// A habit and all that was said about it is gone for good.
public struct HabitDeleted: ErasingFact {
  public static let name = "tracking.habit-deleted"

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }

  public var entity: EntityID? { habit.entity }
}

/// A person, or an import for them, said what a day was.
public struct CheckSet: Fact {
  public static let name = "tracking.check-set"

  public let habit: HabitID
  public let day: Day
  public let entry: Entry
  /// The program the entry was imported from; nil when it was said here.
  public let source: String?

  public init(habit: HabitID, day: Day, entry: Entry, source: String? = nil) {
    self.habit = habit
    self.day = day
    self.entry = entry
    self.source = source
  }

  public var entity: EntityID? { habit.entity }

  /// Checks are nearly all that is ever said, so they are written by hand.
  public func payload() -> [UInt8] {
    var members = JSONMembers(capacity: 160)
    members.write("day", day)
    members.write("entry") { entry.write(to: &$0) }
    members.write("habit", habit)
    if let source { members.write("source", source) }
    return members.finish()
  }
}

/// A vacation was planned or changed.
public struct VacationSet: Fact {
  public static let name = "tracking.vacation-set"

  public let vacation: Vacation

  public init(vacation: Vacation) { self.vacation = vacation }

  public var entity: EntityID? { vacation.id }
}

/// A vacation was taken back.
public struct VacationCancelled: Fact {
  public static let name = "tracking.vacation-cancelled"

  public let id: EntityID

  public init(id: EntityID) { self.id = id }

  public var entity: EntityID? { id }
}

/// New values for some details; nil leaves a detail as it is.
public struct HabitPatch: Codable, Sendable, Equatable {
  public var title: String?
  public var notes: String?
  public var question: String?
  public var color: HabitColor?
  /// Empty takes the habit out of its group.
  public var group: String?
  public var schedule: Schedule?
  public var priority: Priority?
  public var difficulty: Difficulty?
  /// `.some(nil)` cannot be coded apart from nil, so that taking a target away is a field of its own.
  public var target: Target?
  public var removesTarget: Bool?
  public var archived: Bool?
  public var position: Int?
  public var reminders: [ReminderTime]?

  public init() {}

  public var isEmpty: Bool { self == HabitPatch() }
}
