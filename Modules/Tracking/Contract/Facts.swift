import Core

/// A habit was created, by the user or by an import.
public struct HabitCreated: Fact {
  public static let name = "tracking.habit-created"

  public let habit: HabitID
  public let details: HabitDetails
  /// The local day of creation.
  public let on: Day
  public let at: Instant
  /// The first day in the archive of a habit that arrives archived; nil if no such day is known.
  public let archivedOn: Day?

  public init(
    habit: HabitID,
    details: HabitDetails,
    on: Day,
    at: Instant,
    archivedOn: Day? = nil
  ) {
    self.habit = habit
    self.details = details
    self.on = on
    self.at = at
    self.archivedOn = archivedOn
  }

  public var entity: EntityID? { habit.entity }
  public var latestDay: Day? { on }
}

/// Some details of a habit were edited; nil details are unchanged.
public struct HabitEdited: Fact {
  public static let name = "tracking.habit-edited"

  public let habit: HabitID
  /// The day from which a new rhythm, target, difficulty or archiving holds; nil from the start.
  ///
  /// Nil is as in facts of earlier versions.
  public let on: Day?
  public let patch: HabitPatch

  public init(habit: HabitID, patch: HabitPatch, on: Day? = nil) {
    self.habit = habit
    self.on = on
    self.patch = patch
  }

  public var entity: EntityID? { habit.entity }
}

/// A habit was deleted permanently, with all its data.
public struct HabitDeleted: ErasingFact {
  public static let name = "tracking.habit-deleted"

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }

  public var entity: EntityID? { habit.entity }
}

/// The entry of a day was set, by the user or by an import of an earlier version.
public struct CheckSet: Fact {
  public static let name = "tracking.check-set"

  public let habit: HabitID
  public let day: Day
  /// The whole entry on the device afterwards, including what the fact leaves unchanged.
  public let entry: Entry
  /// The part of the entry that the fact sets; nil if it sets all of it.
  public let only: EntryPart?
  /// What was added to the value, so that the additions of two devices are summed up.
  ///
  /// Nil if the value was set.
  public let adds: Amount?
  /// The program the entry was imported from; nil if the user set it.
  public let source: String?
  /// The earlier fact whose mark this one restores or keeps, with its instant; nil for a new mark.
  public let restores: RestoredEntry?
  /// Where the entry was made, in minutes east of UTC.
  ///
  /// Nil if it was imported or an earlier version wrote it.
  public let offset: Int?
  /// True if the entry was made on a later day.
  public let late: Bool?
  /// True if the entry was received later than it was made.
  public let claimed: Bool?

  public init(
    habit: HabitID,
    day: Day,
    entry: Entry,
    only: EntryPart? = nil,
    adds: Amount? = nil,
    source: String? = nil,
    restores: RestoredEntry? = nil,
    evidence: Evidence = Evidence()
  ) {
    self.habit = habit
    self.day = day
    self.entry = entry
    self.only = only
    self.adds = adds
    self.source = source
    self.restores = restores
    offset = evidence.offset
    late = evidence.isLate ? true : nil
    claimed = evidence.isClaimed ? true : nil
  }

  public var evidence: Evidence {
    Evidence(
      offset: offset,
      isImported: isImported,
      isLate: late,
      isClaimed: claimed,
      isKept: restores != nil,
      wasLate: entry.at.map { Evidence.isLate($0, for: day) } ?? false
    )
  }

  /// Whether another program reported the entry, and it is unchanged even if it was restored.
  public var isImported: Bool { source != nil || restores?.imported == true }

  public var entity: EntityID? { habit.entity }
  public var latestDay: Day? { day }

  /// Encodes the payload by hand, because nearly all facts are checks.
  public func payload() -> [UInt8] {
    var members = JSONMembers(capacity: 192)
    if let adds { members.write("adds", adds.thousandths) }
    if let claimed { members.write("claimed", claimed) }
    members.write("day", day)
    members.write("entry") { entry.write(to: &$0) }
    members.write("habit", habit)
    if let late { members.write("late", late) }
    if let offset { members.write("offset", Int64(offset)) }
    if let only { members.write("only", only.rawValue) }
    if let restores { members.write("restores") { restores.write(to: &$0) } }
    if let source { members.write("source", source) }
    return members.finish()
  }
}

/// The history of another program was taken over, by the facts that follow.
///
/// Its timestamp names the import: what it brought are the imported entries of the same device up to
/// the next import.
public struct HistoryImported: Fact {
  public static let name = "tracking.history-imported"

  /// The other program.
  public let source: String
  /// The habits that the import creates.
  public let habits: [HabitID]
  public let at: Instant

  public init(source: String, habits: [HabitID], at: Instant) {
    self.source = source
    self.habits = habits
    self.at = at
  }

  public var entity: EntityID? { nil }
}

/// An import was taken back, by the facts that follow.
public struct ImportUndone: Fact {
  public static let name = "tracking.import-undone"

  /// The timestamp of its ``HistoryImported``.
  public let clock: HybridTime
  public let device: DeviceID

  public init(_ stamp: HybridTimestamp) {
    clock = stamp.clock
    device = stamp.device
  }

  public var stamp: HybridTimestamp { HybridTimestamp(clock: clock, device: device) }

  public var entity: EntityID? { nil }
}

/// A vacation was planned or changed.
public struct VacationSet: Fact {
  public static let name = "tracking.vacation-set"

  public let vacation: Vacation

  public init(vacation: Vacation) { self.vacation = vacation }

  public var entity: EntityID? { vacation.id }
}

/// A vacation was cancelled.
public struct VacationCancelled: Fact {
  public static let name = "tracking.vacation-cancelled"

  public let id: EntityID

  public init(id: EntityID) { self.id = id }

  public var entity: EntityID? { id }
}

/// New values for some details; nil leaves a detail unchanged.
public struct HabitPatch: Codable, Sendable, Equatable {
  public var title: String?
  public var notes: String?
  public var question: String?
  public var color: HabitColor?
  /// The new icon; an empty string removes it.
  public var icon: HabitIcon?
  /// The new group; an empty string removes the habit from its group.
  public var group: String?
  public var schedule: Schedule?
  public var priority: Priority?
  public var difficulty: Difficulty?
  /// The new target; removal has its own field, because `.some(nil)` cannot be encoded.
  public var target: Target?
  public var removesTarget: Bool?
  public var archived: Bool?
  public var position: Int?
  public var reminders: [ReminderTime]?

  public init() {}

  public var isEmpty: Bool { self == HabitPatch() }

  /// Whether it changes a detail that holds from a day.
  public var isDated: Bool {
    schedule != nil || difficulty != nil || target != nil || removesTarget == true
      || archived != nil
  }
}
