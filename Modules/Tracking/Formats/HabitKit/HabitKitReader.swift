import Core
import TrackingContract

/// Converts an export of HabitKit into an ``ImportedHistory``.
///
/// A habit is identified by its id.
struct HabitKitReader {
  private let json: ImportJSON
  private var draft: HistoryDraft

  /// What several completions of a day say together.
  private struct Sum {
    var amount = 0.0
    var notes: [String] = []
    /// How many of them the day asks for.
    var perDay = 1.0
  }

  init(_ json: ImportJSON, limits: ImportLimits) {
    self.json = json
    draft = HistoryDraft(.habitKit, file: json.name, limits: limits)
  }

  mutating func read() throws(FormatError) -> ImportedHistory {
    let document = try json.decode(HabitKitDocument.self)
    let goals = Dictionary(grouping: document.intervals ?? []) { $0.habitId ?? "" }
      .mapValues(HabitKitGoals.init)
    let sums = try sums(of: document.completions, goals)
    let groups = HabitKitReader.groups(in: document)
    let ordered = document.habits.enumerated().sorted {
      ($0.element.orderIndex ?? 0, $0.offset) < ($1.element.orderIndex ?? 0, $1.offset)
    }
    for (_, habit) in ordered {
      let goals = goals[habit.id] ?? HabitKitGoals([])
      try add(habit, sums[habit.id] ?? [:], goals, group: groups[habit.id])
    }
    let known = Set(document.habits.map(\.id))
    let orphans = sums.filter { !known.contains($0.key) }.values.map(\.count).reduce(0, +)
    if orphans > 0 {
      let words = orphans.counted("day was", "days were")
      draft.remark("\(words) left out for belonging to no habit in the file.")
    }
    if document.reminders?.isEmpty == false {
      draft.remark("Reminders of HabitKit do not come along; set them here.")
    }
    return draft.finished()
  }

  /// The completions by habit and day, of which HabitKit may write several for one day.
  private func sums(
    of completions: [HabitKitDocument.Completion],
    _ goals: [String: HabitKitGoals]
  ) throws(FormatError) -> [String: [Day: Sum]] {
    var sums: [String: [Day: Sum]] = [:]
    for (index, completion) in completions.enumerated() {
      guard let habit = completion.habitId, let day = day(of: completion) else {
        throw json.error("its habit or its day cannot be read", at: "completion \(index + 1)")
      }
      var sum = sums[habit]?[day] ?? Sum()
      sum.amount += max(0, completion.amountOfCompletions ?? 1)
      if let note = completion.note, !note.isEmpty, !sum.notes.contains(note) {
        sum.notes.append(note)
      }
      let moment = completion.date.flatMap(Instant.init(rfc3339:))
      sum.perDay = goals[habit]?.perDay(at: moment) ?? 1
      sums[habit, default: [:]][day] = sum
    }
    return sums
  }

  /// The first category of each habit.
  private static func groups(in document: HabitKitDocument) -> [String: String] {
    let named = (document.categories ?? []).compactMap { category in
      category.id.flatMap { id in category.name.map { (id, $0) } }
    }
    let names = Dictionary(named) { first, _ in first }
    let pairs = (document.categoryMappings ?? []).compactMap { mapping in
      mapping.habitId.flatMap { habit in
        mapping.categoryId.flatMap { names[$0] }.map { (habit, $0) }
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private mutating func add(
    _ habit: HabitKitDocument.Habit,
    _ sums: [Day: Sum],
    _ goals: HabitKitGoals,
    group: String?
  ) throws(FormatError) {
    let title = habit.name ?? ""
    let isInverse = habit.isInverse == true
    if isInverse {
      draft.remark("\(quoted(title)) counts slips in HabitKit; days with one are missed here.")
    } else if goals.didChange {
      draft.remark(
        "\(quoted(title)): how often it is to be done on a day changed in HabitKit, so it comes "
          + "without a target, and its days count as they did there."
      )
    }
    let target = isInverse ? nil : goals.target
    try draft.add(
      key: "id:\(habit.id)",
      details: HabitDetails(
        title: title,
        notes: habit.description ?? "",
        color: habit.color.flatMap(HabitKitPalette.color) ?? .green,
        icon: habit.emoji.map { HabitIcon($0) },
        group: group,
        schedule: isInverse ? .daily : goals.schedule,
        target: target,
        archived: habit.archived ?? false
      ),
      createdOn: habit.createdAt.flatMap { Day(String($0.prefix(10))) },
      entries: sums.mapValues { HabitKitReader.entry($0, target, isInverse: isInverse) }
    )
  }

  /// The entry of a day; an empty one for a day without a slip.
  private static func entry(_ sum: Sum, _ target: Target?, isInverse: Bool) -> Entry {
    var entry = Entry(mark: .open, note: sum.notes.joined(separator: "\n"))
    let isDone = sum.amount >= sum.perDay
    let isPartial = sum.amount > 0 && !isDone
    if target != nil || sum.amount > 1 || isPartial { entry.value = Amount(foreign: sum.amount) }
    if isInverse {
      entry.mark = sum.amount > 0 ? .missed : .open
    } else if isDone {
      entry.mark = .done
    } else if target == nil, !isPartial {
      entry.mark = .missed
    }
    return entry
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
