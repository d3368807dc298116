import Core
import TrackingContract

/// Everything that is stored about one habit.
///
/// Each detail is a separate register, so that edits of different details on two devices are both
/// kept.
struct HabitRecord: Sendable {
  let id: HabitID
  /// The local day of creation; nil until a creation arrives, perhaps after edits and entries.
  ///
  /// If two devices imported the same habit, it is the earliest one.
  private(set) var createdOn: Day?
  private(set) var createdAt: Instant?
  /// The timestamp of the earliest creation, which orders habits with equal positions and says what
  /// the details were at first.
  private(set) var created: HybridTimestamp?
  /// Whether the habit was deleted; nothing that arrives later restores it.
  private(set) var isDeleted = false
  /// The days that count for the habit, including those of the habits that are joined into it.
  private(set) var entries = EntryColumn()
  /// The days of the habit alone, while others are joined into it.
  private var own: EntryColumn?
  /// The habit for which the days count, if it is another one; derived.
  private(set) var root: HabitID?
  /// The details, apart from the creation, which stay as they are while days are marked.
  @Boxed private var registers = HabitRegisters()

  /// The current habit; nil while its creation is unknown, after its deletion, and while joined.
  ///
  /// Derived from the registers, and built only when one of them changes.
  private(set) var habit: Habit?

  init(id: HabitID) { self.id = id }

  /// Whether ``habit`` is not nil.
  var isLive: Bool { exists && root == nil }

  /// Whether the habit was created and not deleted, joined into another one or not.
  var exists: Bool { !isDeleted && createdOn != nil && createdAt != nil }

  private func makeHabit() -> Habit? {
    guard !isDeleted, root == nil, let createdOn, let createdAt else { return nil }
    return Habit(id: id, details: details, createdOn: createdOn, createdAt: createdAt)
  }

  /// What was changed since the creation, in words, except details that were only emptied.
  var changedDetails: [String] { registers.changed }

  /// The days from which changes of the rhythm, the target and the archive hold, and their timestamps.
  var datedChanges: [(from: Day, stamp: HybridTimestamp)] { registers.datedChanges }

  /// The habit's place among the others.
  var place: HabitSortKey {
    HabitSortKey(position: registers.position.value, created: created ?? .zero, habit: id)
  }

  /// The target of today.
  var dailyTarget: Target? { registers.target.value }

  /// Whether the habit was ever measured.
  var isMeasured: Bool { registers.isMeasured }

  /// Returns the target of a day.
  func target(on day: Int) -> Target? { registers.target(on: day) }

  /// The rhythm, target and difficulty in the past and now.
  var rules: HabitRules { registers.rules }

  /// Returns whether a patch would change something that holds on or after a day.
  func changes(with patch: HabitPatch, from day: Day) -> Bool {
    registers.changes(with: patch, from: day)
  }

  var details: HabitDetails { registers.details }

  /// The name that a person uses for the habit.
  var title: String { registers.title.value }

  var group: String? { registers.group.value }

  /// Whether the habit is in the archive today.
  var isArchived: Bool { registers.archived.value }

  mutating func apply(_ fact: HabitCreated, at stamp: HybridTimestamp) {
    guard !isDeleted else { return }
    // Foreign devices and files may name any day, and whoever follows the habit decides about each
    // one since then.
    let on = max(fact.on, Day(number: HistoryDays.range.lowerBound))
    createdOn = min(createdOn ?? on, on)
    createdAt = min(createdAt ?? fact.at, fact.at)
    // The creation of another device that imported the same file knows nothing of later edits.
    if created.map({ stamp < $0 }) ?? true {
      created = stamp
      registers.begin(with: fact.details, archivedOn: fact.archivedOn)
    }
    habit = makeHabit()
  }

  /// - Parameter on: the day from which rhythm, target and difficulty hold; nil from the start.
  mutating func apply(_ patch: HabitPatch, on: Day?, at stamp: HybridTimestamp) {
    guard !isDeleted else { return }
    registers.apply(patch, on: on, at: stamp)
    habit = makeHabit()
  }

  // MARK: Days

  /// The days of the habit alone.
  var ownEntries: EntryColumn { own ?? entries }

  /// Sets a part of one of the habit's own days; returns whether something was set.
  mutating func set(
    _ fact: CheckSet,
    stamp: HybridTimestamp,
    device: UInt32,
    table: [DeviceID]
  ) -> Bool {
    if let isSet = own?.set(fact, stamp: stamp, device: device, table: table) { return isSet }
    return entries.set(fact, stamp: stamp, device: device, table: table)
  }

  /// Sets the habit for which the days count; nil for this one.
  mutating func join(into root: HabitID?) {
    self.root = root
    habit = makeHabit()
  }

  /// Sets which other habits' days count for this one.
  mutating func take(_ columns: [EntryColumn], _ table: [DeviceID]) {
    let days = ownEntries
    own = columns.isEmpty ? nil : days
    entries = columns.isEmpty ? days : EntryColumn(joining: [days] + columns, table)
  }

  /// Applies a day that changed in one of the joined habits, or in this one.
  mutating func take(_ day: Int, of columns: [EntryColumn], _ table: [DeviceID]) {
    entries.join(day, of: [ownEntries] + columns, table)
  }

  /// Erases the habit's data and remembers only that it was deleted.
  mutating func delete() {
    self = HabitRecord(id: id)
    isDeleted = true
  }

  /// The first day that counts: that of creation or of the earliest entry, if it is earlier.
  ///
  /// A habit that was created tomorrow, further east, begins today.
  func firstDay(asOf today: Day) -> Day { min(firstDay, today) }

  private var firstDay: Day {
    let created = createdOn ?? Day(number: 0)
    // A note alone does not begin a habit.
    let said = entries.range.first { known(on: $0).isKnown }
    return min(created, said.map(Day.init(number:)) ?? created)
  }
}

extension HabitRecord {
  func write(to writer: inout ByteWriter, places: [UInt32]) {
    writer.write(id)
    writer.write(isDeleted)
    guard !isDeleted else { return }
    writer.write(createdOn) { $0.write(Int32($1.number)) }
    writer.write(createdAt) { $0.write($1.milliseconds) }
    writer.write(created) { $0.write($1) }
    registers.write(to: &writer)
    ownEntries.write(to: &writer, places: places)
  }

  init(from reader: inout ByteReader, deviceCount: Int) throws {
    id = try reader.read()
    isDeleted = try reader.read()
    guard !isDeleted else { return }
    createdOn = try reader.readOptional { Day(number: Int(try $0.read(Int32.self))) }
    createdAt = try reader.readOptional { Instant(milliseconds: try $0.read()) }
    created = try reader.readOptional { try $0.read(HybridTimestamp.self) }
    registers = try HabitRegisters(from: &reader)
    entries = try EntryColumn(from: &reader, deviceCount: deviceCount)
    habit = makeHabit()
  }
}
