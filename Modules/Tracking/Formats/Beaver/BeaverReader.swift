import Core
import TrackingContract

/// Converts a file of Beaver Habits into an ``ImportedHistory``.
///
/// A habit is identified by its id.
struct BeaverReader {
  private let json: ImportJSON
  private var draft: HistoryDraft

  init(_ json: ImportJSON, limits: ImportLimits) {
    self.json = json
    draft = HistoryDraft(.beaver, file: json.name, limits: limits)
  }

  mutating func read() throws(FormatError) -> ImportedHistory {
    let content = try json.decode(BeaverDocument.self).content
    for habit in ordered(content) {
      guard habit.status != "soft_delete" else {
        draft.remark("\(quoted(habit.name)) is deleted in Beaver Habits and was left out.")
        continue
      }
      let entries = try entries(of: habit)
      let details = details(of: habit)
      try draft.add(key: key(of: habit), details: details, entries: entries)
    }
    if json.topNames.contains("exported_at") {
      draft.remark("Beaver's export holds active habits only; archived ones are in its storage.")
    }
    return draft.finished()
  }

  private func key(of habit: BeaverDocument.Habit) -> String {
    habit.id.map { "id:\($0)" } ?? "name:\(habit.name)"
  }

  /// Returns the habits listed in `order` first, then the others in file order.
  private func ordered(_ content: BeaverDocument.Content) -> [BeaverDocument.Habit] {
    var places: [String: Int] = [:]
    for (place, id) in (content.order ?? []).enumerated() where places[id] == nil {
      places[id] = place
    }
    let ranked = content.habits.enumerated().map { index, habit in
      (place: habit.id.flatMap { places[$0] } ?? Int.max, index: index, habit: habit)
    }
    return ranked.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.habit)
  }

  private mutating func details(of habit: BeaverDocument.Habit) -> HabitDetails {
    let tags = habit.tags ?? []
    if let first = tags.first, tags.count > 1 {
      let others = tags.dropFirst().map { quoted($0) }.joined(separator: ", ")
      draft.remark(
        "\(quoted(habit.name)) has several tags; \(quoted(first)) became its group, \(others) "
          + "did not."
      )
    }
    if let chips = habit.chips, !chips.isEmpty {
      draft.remark("\(quoted(habit.name)): its chips in Beaver Habits have no equal here.")
    }
    return HabitDetails(
      title: habit.name,
      group: tags.first,
      schedule: schedule(of: habit),
      priority: habit.star == true ? .high : .normal,
      archived: habit.status == "archive"
    )
  }

  private mutating func schedule(of habit: BeaverDocument.Habit) -> Schedule {
    guard let period = habit.period else { return .daily }
    let (count, times) = (Int64(period.period_count), Int64(period.target_count))
    switch (period.period_type, count) {
    case ("D", _):
      if let schedule = Schedule(times, inAny: count) { return schedule }
    case ("W", 1) where (1...7).contains(times):
      return times == 7 ? .daily : .times(Int(times), per: .week)
    case ("M", 1) where (1...31).contains(times):
      return .times(Int(times), per: .month)
    case ("W", 1...520): return nearest(habit, period, days: 7 * count)
    case ("M", 1...120): return nearest(habit, period, days: (count * 3044 + 50) / 100)
    case ("Y", 1...10): return nearest(habit, period, days: min(3650, 365 * count))
    default: break
    }
    draft.remark("\(quoted(habit.name)): its period is not possible here; daily was taken.")
    return .daily
  }

  private mutating func nearest(
    _ habit: BeaverDocument.Habit,
    _ period: BeaverDocument.Period,
    days: Int64
  ) -> Schedule {
    let schedule = Schedule(Int64(period.target_count), inAny: days) ?? .daily
    draft.remark(
      "\(quoted(habit.name)): \(period.target_count) in \(period.period_count) "
        + "\(BeaverReader.words(period.period_type)) of the calendar became \(schedule.words)."
    )
    return schedule
  }

  private static func words(_ type: String) -> String {
    switch type {
    case "W": "weeks"
    case "M": "months"
    default: "years"
    }
  }

  private func entries(of habit: BeaverDocument.Habit) throws(FormatError) -> [Day: Entry] {
    var entries: [Day: Entry] = [:]
    for (index, record) in (habit.records ?? []).enumerated() {
      guard let day = Day(record.day) else {
        throw json.error(
          "\(quoted(record.day)) is not a day written as YYYY-MM-DD",
          at: "the habit \(quoted(habit.name)), record \(index + 1)"
        )
      }
      let text = record.text ?? ""
      entries[day] = Entry(mark: mark(record, text), note: text)
    }
    return entries
  }

  /// Returns the mark; Beaver stores a skipped day as done, with `#skip` in its text.
  private func mark(_ record: BeaverDocument.Record, _ text: String) -> Mark {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "," || $0 == "." }
    if words.contains("#skip") { return .skipped }
    return record.done == true ? .done : .missed
  }
}
