import Core
import TrackingContract

/// Everything that is stored about one habit.
///
/// Each detail is a separate register, so that edits of different details on two devices are both
/// kept.
struct HabitRecord: Sendable {
  let id: HabitID
  /// The local day of creation; nil until a creation arrives, maybe after edits and entries.
  ///
  /// If two devices imported the same habit, it is the earliest one.
  private(set) var createdOn: Day?
  private(set) var createdAt: Instant?
  /// The timestamp of the earliest creation, which orders habits with equal positions.
  private(set) var created: HybridTimestamp?
  /// Whether the habit was deleted; nothing that arrives later restores it.
  private(set) var isDeleted = false
  var entries = EntryColumn()

  private var title = LWWRegister("")
  private var notes = LWWRegister("")
  private var question = LWWRegister("")
  private var color = LWWRegister(HabitColor.green)
  private var group = LWWRegister<String?>(nil)
  private var schedule = DatedRegister(Schedule.daily)
  private var priority = LWWRegister(Priority.normal)
  private var difficulty = DatedRegister(Difficulty.easy)
  private var target = DatedRegister<Target?>(nil)
  private var archived = DatedRegister(false)
  private var position = LWWRegister(0)
  private var reminders = LWWRegister<[ReminderTime]>([])

  init(id: HabitID) { self.id = id }

  /// The current habit; nil before its creation is known and after its deletion.
  var habit: Habit? {
    guard !isDeleted, let createdOn, let createdAt else { return nil }
    return Habit(id: id, details: details, createdOn: createdOn, createdAt: createdAt)
  }

  /// Whether ``habit`` is not nil, without building it.
  var isLive: Bool { !isDeleted && createdOn != nil && createdAt != nil }

  /// What was changed since the creation, in words; what was only emptied is not among it.
  var changedDetails: [String] {
    let all: [(words: String, stamp: HybridTimestamp?, isEmpty: Bool)] = [
      ("title", title.stamp, false), ("notes", notes.stamp, notes.value.isEmpty),
      ("question", question.stamp, question.value.isEmpty), ("color", color.stamp, false),
      ("group", group.stamp, group.value == nil), ("priority", priority.stamp, false),
      ("place in the list", position.stamp, false),
      ("reminders", reminders.stamp, reminders.value.isEmpty),
      ("rhythm", schedule.entries.last?.stamp, false),
      ("difficulty", difficulty.entries.last?.stamp, false),
      ("target", target.entries.last?.stamp, target.value == nil),
      ("place in the archive", archived.entries.last?.stamp, !archived.value),
    ]
    return all.filter { $0.stamp != created && !$0.isEmpty }.map(\.words)
  }

  /// The days from which changes of the rhythm, the target and the archive hold, and their timestamps.
  var datedChanges: [(from: Day, stamp: HybridTimestamp)] {
    let all =
      schedule.entries.map { ($0.from, $0.stamp) } + target.entries.map { ($0.from, $0.stamp) }
      + archived.entries.map { ($0.from, $0.stamp) }
    var seen: Set<HybridTimestamp> = []
    return all.compactMap { from, stamp in
      guard let from, seen.insert(stamp).inserted else { return nil }
      return (from, stamp)
    }
  }

  /// The habit's place among the others.
  var place: HabitSortKey {
    HabitSortKey(position: details.position, created: created ?? .zero, habit: id)
  }

  /// The target of today.
  var dailyTarget: Target? { target.value }

  /// Whether the habit was ever measured.
  var isMeasured: Bool { target.entries.contains { $0.value != nil } }

  /// Returns the target of a day.
  func target(on day: Int) -> Target? {
    target.entries.count == 1 ? target.value : target.value(on: Day(number: day))
  }

  /// The rhythm, target and difficulty in the past and now.
  var rules: HabitRules {
    HabitRules(
      schedules: schedule.dated,
      targets: target.dated,
      difficulties: difficulty.dated,
      archivals: archived.dated
    )
  }

  /// Returns whether a patch would change something that holds on or after a day.
  func changes(with patch: HabitPatch, from day: Day) -> Bool {
    if let new = patch.schedule, !schedule.holds(new, from: day) { return true }
    if let new = patch.difficulty, !difficulty.holds(new, from: day) { return true }
    if let new = patch.archived, !archived.holds(new, from: day) { return true }
    if patch.target == nil, patch.removesTarget != true { return false }
    return !target.holds(patch.target, from: day)
  }

  var details: HabitDetails {
    HabitDetails(
      title: title.value,
      notes: notes.value,
      question: question.value,
      color: color.value,
      group: group.value,
      schedule: schedule.value,
      priority: priority.value,
      difficulty: difficulty.value,
      target: target.value,
      archived: archived.value,
      position: position.value,
      reminders: reminders.value
    )
  }

  mutating func apply(_ fact: HabitCreated, at stamp: HybridTimestamp) {
    guard !isDeleted else { return }
    createdOn = min(createdOn ?? fact.on, fact.on)
    createdAt = min(createdAt ?? fact.at, fact.at)
    created = min(created ?? stamp, stamp)
    title.set(fact.details.title, at: stamp)
    notes.set(fact.details.notes, at: stamp)
    question.set(fact.details.question, at: stamp)
    color.set(fact.details.color, at: stamp)
    group.set(fact.details.group, at: stamp)
    schedule.set(fact.details.schedule, at: stamp)
    priority.set(fact.details.priority, at: stamp)
    difficulty.set(fact.details.difficulty, at: stamp)
    target.set(fact.details.target, at: stamp)
    archived.set(fact.details.archived, at: stamp)
    position.set(fact.details.position, at: stamp)
    reminders.set(fact.details.reminders, at: stamp)
  }

  /// - Parameter on: the day from which rhythm, target and difficulty hold; nil from the start.
  mutating func apply(_ patch: HabitPatch, on: Day?, at stamp: HybridTimestamp) {
    guard !isDeleted else { return }
    if let new = patch.title { title.set(new, at: stamp) }
    if let new = patch.notes { notes.set(new, at: stamp) }
    if let new = patch.question { question.set(new, at: stamp) }
    if let new = patch.color { color.set(new, at: stamp) }
    if let new = patch.group { group.set(new.isEmpty ? nil : new, at: stamp) }
    if let new = patch.schedule { schedule.set(new, from: on, at: stamp) }
    if let new = patch.priority { priority.set(new, at: stamp) }
    if let new = patch.difficulty { difficulty.set(new, from: on, at: stamp) }
    if let new = patch.target {
      target.set(new, from: on, at: stamp)
    } else if patch.removesTarget == true {
      target.set(nil, from: on, at: stamp)
    }
    if let new = patch.archived { archived.set(new, from: on, at: stamp) }
    if let new = patch.position { position.set(new, at: stamp) }
    if let new = patch.reminders { reminders.set(new, at: stamp) }
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
    // A note alone begins nothing.
    let said = entries.range.first { known(on: $0).isKnown }
    return min(created, said.map(Day.init(number:)) ?? created)
  }
}

extension HabitRecord {
  func write(to writer: inout ByteWriter, places: [UInt16]) {
    writer.write(id)
    writer.write(isDeleted)
    guard !isDeleted else { return }
    writer.write(createdOn) { $0.write(Int32($1.number)) }
    writer.write(createdAt) { $0.write($1.milliseconds) }
    writer.write(created) { $0.write($1) }
    writer.write(title) { $0.write($1) }
    writer.write(notes) { $0.write($1) }
    writer.write(question) { $0.write($1) }
    writer.write(color) { $0.write($1.description) }
    writer.write(group) { writer, group in writer.write(group) { $0.write($1) } }
    writer.write(schedule) { $0.write($1.description) }
    writer.write(priority) { $0.write($1.rawValue) }
    writer.write(difficulty) { $0.write($1.rawValue) }
    writer.write(target) { writer, target in
      writer.write(target) {
        $0.write($1.amount.thousandths)
        $0.write($1.unit)
        $0.write($1.direction.rawValue)
      }
    }
    writer.write(archived) { $0.write($1) }
    writer.write(position) { $0.write(Int64($1)) }
    writer.write(reminders) { writer, reminders in
      writer.write(count: reminders.count)
      for reminder in reminders {
        writer.write(Int64(reminder.minutes))
        writer.write(reminder.weekdays.reduce(UInt8(0)) { $0 | 1 << UInt8($1.rawValue) })
      }
    }
    entries.write(to: &writer, places: places)
  }

  init(from reader: inout ByteReader, deviceCount: Int) throws {
    id = try reader.read()
    isDeleted = try reader.read()
    guard !isDeleted else { return }
    createdOn = try reader.readOptional { Day(number: Int(try $0.read(Int32.self))) }
    createdAt = try reader.readOptional { Instant(milliseconds: try $0.read()) }
    created = try reader.readOptional { try $0.read(HybridTimestamp.self) }
    title = try reader.readRegister { try $0.read() }
    notes = try reader.readRegister { try $0.read() }
    question = try reader.readRegister { try $0.read() }
    color = try reader.readRegister { try $0.readNamed(HabitColor.init(coded:)) }
    group = try reader.readRegister { try $0.readOptional { try $0.read() } }
    schedule = try reader.readDatedRegister { try $0.readNamed { Schedule($0) } }
    priority = try reader.readRegister { try $0.readNamed(Priority.init) }
    difficulty = try reader.readDatedRegister { try $0.readNamed(Difficulty.init) }
    target = try reader.readDatedRegister { try $0.readOptional { try Target(from: &$0) } }
    archived = try reader.readDatedRegister { try $0.read() }
    position = try reader.readRegister { Int(try $0.read(Int64.self)) }
    reminders = try reader.readRegister { try $0.readList { try ReminderTime(from: &$0) } }
    entries = try EntryColumn(from: &reader, deviceCount: deviceCount)
  }
}

extension DatedRegister {
  fileprivate var dated: [Dated<Value>] { entries.map { Dated($0.value, from: $0.from) } }
}

extension Target {
  fileprivate init(from reader: inout ByteReader) throws {
    self.init(
      amount: Amount(thousandths: try reader.read()),
      unit: try reader.read(),
      direction: try reader.readNamed(Direction.init)
    )
  }
}

extension ReminderTime {
  fileprivate init(from reader: inout ByteReader) throws {
    let minutes = Int(try reader.read(Int64.self))
    let bits = try reader.read(UInt8.self)
    let days = Weekday.allCases.filter { bits & 1 << UInt8($0.rawValue) != 0 }
    self.init(minutes: minutes, weekdays: Set(days))
  }
}
