import Core
import TrackingContract

/// The JSON export of HabitKit, as far as it is read.
struct HabitKitDocument: Decodable {
  struct Habit: Decodable {
    let id: String
    let name: String?
    let description: String?
    /// A name such as `amber`.
    let color: String?
    let archived: Bool?
    let orderIndex: Double?
    let createdAt: String?
    /// Whether a completion is a slip.
    let isInverse: Bool?
  }

  struct Completion: Decodable {
    let habitId: String?
    /// RFC 3339; without an offset in local time.
    let date: String?
    /// Minutes of local time ahead of UTC.
    let timezoneOffsetInMinutes: Double?
    let amountOfCompletions: Double?
    let note: String?
  }

  let habits: [Habit]
  let completions: [Completion]
}

/// Converts an export of HabitKit into an ``ImportedHistory``.
///
/// A habit is identified by its id.
struct HabitKitReader {
  private let json: ImportJSON
  private var draft: HistoryDraft

  init(_ json: ImportJSON, limits: ImportLimits) {
    self.json = json
    draft = HistoryDraft(.habitKit, file: json.name, limits: limits)
  }

  mutating func read() throws(FormatError) -> ImportedHistory {
    let document = try json.decode(HabitKitDocument.self)
    let inverse = Set(document.habits.lazy.filter { $0.isInverse == true }.map(\.id))
    var entries: [String: [Day: Entry]] = [:]
    for (index, completion) in document.completions.enumerated() {
      guard let habit = completion.habitId, let day = day(of: completion) else {
        throw json.error("its habit or its day cannot be read", at: "completion \(index + 1)")
      }
      let amount = completion.amountOfCompletions ?? 1
      let isDone = amount > 0 && !inverse.contains(habit)
      let value = amount > 1 ? Amount(foreign: amount) : nil
      entries[habit, default: [:]][day] = Entry(
        mark: isDone ? .done : .missed,
        value: value,
        note: completion.note ?? ""
      )
    }
    let ordered = document.habits.enumerated().sorted {
      ($0.element.orderIndex ?? 0, $0.offset) < ($1.element.orderIndex ?? 0, $1.offset)
    }
    for (_, habit) in ordered { try add(habit, entries[habit.id] ?? [:]) }
    let known = Set(document.habits.map(\.id))
    let orphans = entries.filter { !known.contains($0.key) }.values.map(\.count).reduce(0, +)
    if orphans > 0 {
      let words = orphans == 1 ? "1 day was" : "\(orphans) days were"
      draft.remark("\(words) left out for belonging to no habit in the file.")
    }
    return draft.finished()
  }

  private mutating func add(
    _ habit: HabitKitDocument.Habit,
    _ entries: [Day: Entry]
  ) throws(FormatError) {
    let title = habit.name ?? ""
    if habit.isInverse == true {
      draft.remark("\(quoted(title)) counts slips in HabitKit; days with one are missed here.")
    }
    try draft.add(
      key: "id:\(habit.id)",
      details: HabitDetails(
        title: title,
        notes: habit.description ?? "",
        color: habit.color.flatMap { HabitColor($0) } ?? .green,
        archived: habit.archived ?? false
      ),
      createdOn: habit.createdAt.flatMap { Day(String($0.prefix(10))) },
      entries: entries
    )
  }

  /// The person's day: HabitKit writes the moment in UTC, and the offset of local time.
  private func day(of completion: HabitKitDocument.Completion) -> Day? {
    guard let text = completion.date else { return nil }
    guard let instant = Instant(rfc3339: text) else {
      let date = text.split { $0 == "T" || $0 == " " }.first ?? ""
      return Day(String(date))
    }
    let minutes = max(-1440, min(1440, completion.timezoneOffsetInMinutes ?? 0))
    return ImportDay.day(milliseconds: instant.milliseconds + Int64(minutes * 60_000))
  }
}
