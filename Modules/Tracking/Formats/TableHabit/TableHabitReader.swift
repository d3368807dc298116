import Core
import FoundationEssentials
import TrackingContract

/// Converts an export of Table Habit into an ``ImportedHistory``.
///
/// The export holds no ids; a habit is identified by its name and the second in which it was
/// created.
struct TableHabitReader {
  typealias Habit = TableHabitDocument.Habit

  private let json: ImportJSON
  private var draft: HistoryDraft
  private var groups: [String: String] = [:]

  /// The seeds of Table Habit's ten colors.
  private static let colors: [UInt32] = [
    0x6750A4, 0xF44336, 0x9C27B0, 0x3F51B5, 0x009688, 0x4CAF50, 0xFFC107, 0xFF9800, 0x8BC34A,
    0x673AB7,
  ]

  init(_ json: ImportJSON, limits: ImportLimits) {
    self.json = json
    draft = HistoryDraft(.tableHabit, file: json.name, limits: limits)
  }

  mutating func read() throws(FormatError) -> ImportedHistory {
    let document = try json.decode(TableHabitDocument.self)
    for group in document.groups ?? [] {
      if let id = group.uuid, let name = group.name { groups[id] = name }
    }
    for (index, habit) in document.habits.enumerated() {
      let name = habit.name ?? ""
      guard habit.status != 2 else {
        draft.remark("\(quoted(name)) is deleted in Table Habit and was left out.")
        continue
      }
      let target = target(of: habit)
      let entries = try entries(of: habit, target: target, at: "habit \(index + 1) \(quoted(name))")
      let created = habit.create_t.map { "\(Int64(saturating: $0))" } ?? ""
      let details = details(of: habit, target: target)
      try draft.add(
        key: "created:\(created):\(name)",
        details: details,
        createdOn: habit.start_date.map(ImportDay.day(number:)),
        entries: entries
      )
    }
    return draft.finished()
  }

  private mutating func details(of habit: Habit, target: Target?) -> HabitDetails {
    let name = habit.name ?? ""
    if habit.daily_goal_extra != nil {
      draft.remark("\(quoted(name)): its second goal has no equal here.")
    }
    return HabitDetails(
      title: name,
      notes: habit.desc ?? "",
      question: habit.reminder_quest ?? "",
      color: color(of: habit),
      group: habit.group_id.flatMap { groups[$0] },
      schedule: schedule(of: habit),
      target: target,
      archived: habit.status == 3,
      reminders: reminders(of: habit)
    )
  }

  private func color(of habit: Habit) -> HabitColor {
    if let own = habit.custom_color { return HabitColor(rgb: UInt32(truncatingIfNeeded: own)) }
    let index = (habit.color ?? 1) &- 1
    return HabitColor(
      rgb: TableHabitReader.colors.indices.contains(index)
        ? TableHabitReader.colors[index] : TableHabitReader.colors[0]
    )
  }

  /// Returns the target; a goal of 1 without a unit means a habit that is only done or not.
  private func target(of habit: Habit) -> Target? {
    guard let amount = Amount(foreign: habit.daily_goal ?? 1) else { return nil }
    let unit = habit.daily_goal_unit ?? ""
    if habit.type == 2 { return Target(amount: amount, unit: unit, direction: .atMost) }
    guard amount > Amount(thousandths: 1000) || !unit.isEmpty else { return nil }
    return Target(amount: amount, unit: unit)
  }

  private mutating func schedule(of habit: Habit) -> Schedule {
    let numbers = habit.freq_custom.flatMap { TableHabitReader.decode([Int64].self, $0) } ?? []
    let times = numbers.first ?? 1
    switch habit.freq_type {
    case 1 where times >= 1: return times >= 7 ? .daily : .times(Int(times), per: .week)
    case 2 where times >= 1: return times >= 31 ? .daily : .times(Int(times), per: .month)
    case 3:
      let days = numbers.dropFirst().first ?? 1
      if let schedule = Schedule(min(times, days), inAny: max(times, days)) { return schedule }
    case nil where habit.freq_custom == nil: return .daily
    default: break
    }
    draft.remark("\(quoted(habit.name ?? "")): its frequency is not known; daily was taken.")
    return .daily
  }

  private mutating func reminders(of habit: Habit) -> [ReminderTime] {
    guard let text = habit.reminder, !text.isEmpty else { return [] }
    let reminder = TableHabitReader.decode(TableHabitDocument.Reminder.self, text)
    if let reminder, (0...23).contains(reminder.time.hour),
      (0...59).contains(reminder.time.minute)
    {
      let minutes = reminder.time.hour * 60 + reminder.time.minute
      switch reminder.type {
      case 0: return []
      case 1, 2: return [ReminderTime(minutes: minutes)]
      case 3:
        let days = Set((reminder.extra ?? []).compactMap(Weekday.init(rawValue:)))
        if days.isEmpty { return [] }
        return [ReminderTime(minutes: minutes, weekdays: days.count == 7 ? [] : days)]
      default: break
      }
    }
    draft.remark("\(quoted(habit.name ?? "")): its reminder has no equal here and was left out.")
    return []
  }

  private func entries(
    of habit: Habit,
    target: Target?,
    at place: String
  ) throws(FormatError) -> [Day: Entry] {
    var entries: [Day: Entry] = [:]
    for (index, record) in (habit.records ?? []).enumerated() {
      guard let number = record.record_date else {
        throw json.error("its day is missing", at: "\(place), record \(index + 1)")
      }
      guard let value = Amount(foreign: record.record_value ?? 0) else {
        throw json.error("its value is too large", at: "\(place), record \(index + 1)")
      }
      entries[ImportDay.day(number: number)] = entry(
        record,
        value: value,
        goal: habit.daily_goal ?? 1,
        target: target
      )
    }
    return entries
  }

  private func entry(
    _ record: TableHabitDocument.Record,
    value: Amount,
    goal: Double,
    target: Target?
  ) -> Entry {
    var entry = Entry(mark: .open, note: record.reason ?? "", at: instant(record.create_t))
    switch record.record_type {
    case 1:
      if let target {
        entry.value = value
        entry.mark = target.isReached(by: value) ? .done : .open
      } else {
        // Table Habit derives done from value and goal; a stored "done" with value 0 means not
        // done.
        entry.mark = value.thousandths > 0 && value.value >= goal ? .done : .missed
        let saysNothing = value.thousandths == 0 || value.thousandths == 1000
        entry.value = saysNothing ? nil : value
      }
    case 2: entry.mark = .skipped
    default: break
    }
    return entry
  }

  /// Returns nil for times before 2000 or after 2199, which cannot be real.
  private func instant(_ seconds: Double?) -> Instant? {
    guard let seconds, (946_684_800..<7_258_118_400).contains(seconds) else { return nil }
    return Instant(seconds: Int64(seconds))
  }

  private static func decode<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
    guard JSON.syntaxError(in: Array(text.utf8), maxDepth: ImportJSON.maxDepth) == nil else {
      return nil
    }
    return try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

extension Int64 {
  /// Creates the nearest representable integer; 0 for NaN.
  fileprivate init(saturating value: Double) {
    self = value.isNaN ? 0 : Int64(Swift.max(-9e18, Swift.min(9e18, value)))
  }
}
