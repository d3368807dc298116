import Core
import TrackingContract

/// The details of one habit, each in a register of its own.
///
/// A detail from the creation has the earliest timestamp, so that any edit counts before it.
struct HabitRegisters: Sendable {
  private(set) var title = LWWRegister("")
  private(set) var notes = LWWRegister("")
  private(set) var question = LWWRegister("")
  private(set) var color = LWWRegister(HabitColor.green)
  private(set) var icon = LWWRegister<HabitIcon?>(nil)
  private(set) var group = LWWRegister<String?>(nil)
  private(set) var schedule = DatedRegister(Schedule.daily)
  private(set) var priority = LWWRegister(Priority.normal)
  private(set) var difficulty = DatedRegister(Difficulty.easy)
  private(set) var target = DatedRegister<Target?>(nil)
  private(set) var archived = DatedRegister(false)
  /// The first day in the archive, if the habit was archived when it was created.
  private var archivedOn: Day?
  private(set) var position = LWWRegister(0)
  private(set) var reminders = LWWRegister<[ReminderTime]>([])

  init() {}

  /// What was changed since the creation, in words, except details that were only emptied.
  var changed: [String] {
    let all: [(words: String, stamp: HybridTimestamp, isEmpty: Bool)] = [
      ("title", title.stamp, false), ("notes", notes.stamp, notes.value.isEmpty),
      ("question", question.stamp, question.value.isEmpty), ("color", color.stamp, false),
      ("icon", icon.stamp, icon.value == nil), ("group", group.stamp, group.value == nil),
      ("priority", priority.stamp, false),
      ("place in the list", position.stamp, false),
      ("reminders", reminders.stamp, reminders.value.isEmpty),
      ("rhythm", schedule.stamp, false),
      ("difficulty", difficulty.stamp, false),
      ("target", target.stamp, target.value == nil),
      ("place in the archive", archived.stamp, !archived.value),
    ]
    return all.filter { $0.stamp != .zero && !$0.isEmpty }.map(\.words)
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
      archivals: archivals
    )
  }

  private var archivals: [Dated<Bool>] {
    let dated = archived.dated
    guard let archivedOn, dated[0].value, archived.entries[0].stamp == .zero else { return dated }
    let later = dated.dropFirst()
    // Whoever brings it back from an earlier day on says that it was never in the archive.
    guard later.first?.from.map({ archivedOn < $0 }) ?? true else { return dated }
    return [Dated(false), Dated(true, from: archivedOn)] + later
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
      icon: icon.value,
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

  /// Sets the details with which the habit was created.
  mutating func begin(with details: HabitDetails, archivedOn: Day?) {
    self.archivedOn = archivedOn
    title.begin(with: details.title)
    notes.begin(with: details.notes)
    question.begin(with: details.question)
    color.begin(with: details.color)
    icon.begin(with: details.icon)
    group.begin(with: details.group)
    schedule.begin(with: details.schedule)
    priority.begin(with: details.priority)
    difficulty.begin(with: details.difficulty)
    target.begin(with: details.target)
    archived.begin(with: details.archived)
    position.begin(with: details.position)
    reminders.begin(with: details.reminders)
  }

  /// - Parameter on: the day from which rhythm, target and difficulty hold; nil from the start.
  mutating func apply(_ patch: HabitPatch, on: Day?, at stamp: HybridTimestamp) {
    if let new = patch.title { title.set(new, at: stamp) }
    if let new = patch.notes { notes.set(new, at: stamp) }
    if let new = patch.question { question.set(new, at: stamp) }
    if let new = patch.color { color.set(new, at: stamp) }
    if let new = patch.icon { icon.set(new == "" ? nil : new, at: stamp) }
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
}

extension HabitRegisters {
  func write(to writer: inout ByteWriter) {
    writer.write(title) { $0.write($1) }
    writer.write(notes) { $0.write($1) }
    writer.write(question) { $0.write($1) }
    writer.write(color) { $0.write($1.description) }
    writer.write(icon) { writer, icon in writer.write(icon) { $0.write($1.description) } }
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
    writer.write(archivedOn) { $0.write(Int32(clamping: $1.number)) }
    writer.write(position) { $0.write(Int64($1)) }
    writer.write(reminders) { writer, reminders in
      writer.write(count: reminders.count)
      for reminder in reminders {
        writer.write(Int64(reminder.minutes))
        writer.write(reminder.weekdays.reduce(UInt8(0)) { $0 | 1 << UInt8($1.rawValue) })
      }
    }
  }

  init(from reader: inout ByteReader) throws {
    title = try reader.readRegister { try $0.read() }
    notes = try reader.readRegister { try $0.read() }
    question = try reader.readRegister { try $0.read() }
    color = try reader.readRegister { try $0.readNamed(HabitColor.init(coded:)) }
    icon = try reader.readRegister { try $0.readOptional { HabitIcon(try $0.read()) } }
    group = try reader.readRegister { try $0.readOptional { try $0.read() } }
    schedule = try reader.readDatedRegister { try $0.readNamed { Schedule($0) } }
    priority = try reader.readRegister { try $0.readNamed(Priority.init) }
    difficulty = try reader.readDatedRegister { try $0.readNamed(Difficulty.init) }
    target = try reader.readDatedRegister { try $0.readOptional { try Target(from: &$0) } }
    archived = try reader.readDatedRegister { try $0.read() }
    archivedOn = try reader.readOptional { Day(number: Int(try $0.read(Int32.self))) }
    position = try reader.readRegister { Int(try $0.read(Int64.self)) }
    reminders = try reader.readRegister { try $0.readList { try ReminderTime(from: &$0) } }
  }
}

extension LWWRegister {
  /// Sets the value that counts unless another is written, whenever that was.
  fileprivate mutating func begin(with value: Value) {
    if stamp == .zero { self = LWWRegister(value) }
  }
}

extension DatedRegister {
  fileprivate var dated: [Dated<Value>] { entries.map { Dated($0.value, from: $0.from) } }

  /// The timestamp of the latest value.
  fileprivate var stamp: HybridTimestamp { entries.last?.stamp ?? .zero }

  /// Sets the value that holds from the start unless another is written, whenever that was.
  fileprivate mutating func begin(with value: Value) {
    guard entries[0].stamp == .zero else { return }
    let first = Entry(from: nil, value: value, stamp: .zero)
    self = DatedRegister(entries: [first] + entries.dropFirst()) ?? self
  }
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
