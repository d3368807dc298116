import Core
import TrackingContract

/// Handles the commands that mark days and plan vacations.
enum CheckHandlers {
  static func decide(
    _ state: TrackingState,
    _ command: SetCheck,
    _ context: RequestContext
  ) throws
    -> Decision
  {
    let habit = try state.habit(command.habit)
    let day = command.day ?? context.today
    try validateNotArchived(habit)
    try validateDay(day, context, "marked")
    let before = state.habits[habit.id]?.entries.entry(on: day.number) ?? .empty
    let note =
      try command.note.map {
        try HabitValidation.text($0, "A note", Entry.maxNoteLength)
      } ?? before.note
    if let value = command.value, value.thousandths < 0 {
      throw DomainError(
        "value-negative",
        "A measured value cannot be below 0. Nothing was changed."
      )
    }
    let replaced = state.habits[habit.id]?.entries.replaced(on: day.number) ?? []
    if let earlier = replaced.first(where: { command.restores($0.value.entry) }) {
      return restoration(of: earlier, over: before, habit.id, day)
    }
    let value = value(of: command, before: before)
    let entry = Entry(mark: command.mark, value: value, note: note, at: context.now)
    // A past day that is marked as it had been marked on that day has its instant again.
    if day < context.today,
      let earlier = replaced.first(where: { $0.value.entry.was(entry, on: day, context) })
    {
      return restoration(of: earlier, over: before, habit.id, day)
    }
    guard !entry.says(theSameAs: before) else { return .unchanged }
    if command.mark == .skipped, before.mark != .skipped {
      try validateSkip(of: habit, on: day, state, context)
    }
    if let held = state.register(of: habit.id, on: day), held.isMarked(as: entry) {
      return noting(note, on: held, habit.id, day)
    }
    let evidence = Evidence(of: day, in: context)
    return [CheckSet(habit: habit.id, day: day, entry: entry, evidence: evidence)]
  }

  /// Changes the note alone: when and how the day was marked stays as it was.
  private static func noting(
    _ note: String,
    on held: LWWRegister<KeptEntry>,
    _ habit: HabitID,
    _ day: Day
  ) -> Decision {
    var entry = held.value.entry
    entry.note = note
    let (kept, evidence) = (RestoredEntry(held.stamp), held.value.evidence)
    return [CheckSet(habit: habit, day: day, entry: entry, restores: kept, evidence: evidence)]
  }

  /// Throws if some seven days around `day` would have more skips than the product allows.
  private static func validateSkip(
    of habit: Habit,
    on day: Day,
    _ state: TrackingState,
    _ context: RequestContext
  ) throws {
    guard let most = context.policies.maxSkipsInSevenDays else { return }
    let entries = state.habits[habit.id]?.entries
    let isTooMany = ((day.number - 6)...day.number).contains { first in
      let skips = (first..<(first + 7)).count { entries?.mark(on: $0) == .skipped }
      return skips >= most
    }
    guard isTooMany else { return }
    throw DomainError(
      "too-many-skips",
      "“\(habit.details.title)” was skipped \(most) times within 7 days, which is the most here. "
        + "Nothing was changed: if you are away for longer, plan a vacation."
    )
  }

  private static func restoration(
    of earlier: LWWRegister<KeptEntry>,
    over before: Entry,
    _ habit: HabitID,
    _ day: Day
  ) -> Decision {
    let entry = earlier.value.entry
    guard !entry.says(theSameAs: before) else { return .unchanged }
    let evidence = earlier.value.evidence
    let restored = RestoredEntry(earlier.stamp, isImported: evidence.isImported)
    return [CheckSet(habit: habit, day: day, entry: entry, restores: restored, evidence: evidence)]
  }

  /// Returns the new value: repeating a mark without a value keeps it, another mark drops it.
  private static func value(of command: SetCheck, before: Entry) -> Amount? {
    if let value = command.value { return value }
    return command.mark == before.mark ? before.value : nil
  }

  static func state(
    _ state: TrackingState,
    _ command: SetCheck,
    _ context: RequestContext
  ) throws
    -> CheckState
  {
    let day = command.day ?? context.today
    return try state.check(command.habit, on: day)
  }

  private static func validateNotArchived(_ habit: Habit) throws {
    guard habit.details.archived else { return }
    throw DomainError(
      "habit-archived",
      "“\(habit.details.title)” is archived. Nothing was changed: bring it back first, "
        + "then mark its days."
    )
  }

  /// Throws for future days, and for days further back than the product allows marking.
  static func validateDay(_ day: Day, _ context: RequestContext, _ done: String) throws {
    let today = context.today
    guard day <= today else {
      throw DomainError(
        "day-in-future",
        "\(day) has not come yet, so it cannot be \(done). Today is \(today). "
          + "Nothing was changed."
      )
    }
    guard EntryColumn.days.contains(day.number) else {
      throw DomainError(
        "day-too-old",
        "Only days from 1900 to 2199 can be \(done), and \(day) is none of them. Nothing was changed."
      )
    }
    guard let days = context.policies.backfillDays, day.distance(to: today) > days else { return }
    let allowed =
      switch days {
      case 0: "Only today (\(today)) can be \(done) here"
      case 1: "Only today and yesterday can be \(done) here"
      default: "Only the last \(days) days and today can be \(done) here"
      }
    throw DomainError("day-too-old", "\(allowed), and \(day) is past. Nothing was changed.")
  }

  // MARK: Vacations

  static let longestVacation = 366

  static func plan(
    _ state: TrackingState,
    _ command: PlanVacation,
    _ context: RequestContext
  )
    throws -> Decision
  {
    guard command.from <= command.to else {
      throw DomainError(
        "vacation-backwards",
        "A vacation cannot end (\(command.to)) before it begins (\(command.from))."
      )
    }
    guard command.from.distance(to: command.to) < longestVacation else {
      throw DomainError(
        "vacation-too-long",
        "A vacation may last up to \(longestVacation) days. For a longer rest, archive the habits."
      )
    }
    if command.from < context.today {
      try validateDay(command.from, context, "put into a vacation")
    }
    guard command.habits?.isEmpty != true else {
      throw DomainError(
        "vacation-of-nothing",
        "A vacation needs habits to skip. Nothing was planned: name some, or none for all of them."
      )
    }
    for habit in command.habits ?? [] { _ = try state.habit(habit) }
    guard state.vacation(like: command) == nil else { return .unchanged }
    let vacation = Vacation(
      id: context.makeID(),
      from: command.from,
      to: command.to,
      habits: command.habits
    )
    return [VacationSet(vacation: vacation)]
  }

  static func planned(
    _ state: TrackingState,
    _ command: PlanVacation,
    _ context: RequestContext
  )
    throws -> Vacation
  {
    guard let vacation = state.vacation(like: command) else { throw unknownVacation }
    return vacation
  }

  static func cancel(
    _ state: TrackingState,
    _ command: CancelVacation,
    _ context: RequestContext
  )
    throws -> Decision
  {
    guard state.vacations.contains(where: { $0.id == command.id }) else { throw unknownVacation }
    return [VacationCancelled(id: command.id)]
  }

  private static let unknownVacation = DomainError(
    "unknown-vacation",
    "There is no such vacation. Nothing was changed."
  )
}

extension SetCheck {
  /// Returns whether the command asks for exactly this earlier entry.
  fileprivate func restores(_ entry: Entry) -> Bool {
    guard let restores, entry.at == restores else { return false }
    return entry.says(theSameAs: Entry(mark: mark, value: value, note: note ?? entry.note))
  }
}

extension LWWRegister<KeptEntry> {
  /// Whether the person marked the day as `entry` does, whatever the notes say.
  ///
  /// A day of another program becomes the person's own with their first word about it, so that no
  /// import replaces it.
  fileprivate func isMarked(as entry: Entry) -> Bool {
    !value.evidence.isImported && entry.isMarked && entry.marks(theSameAs: value.entry)
  }
}

extension Entry {
  /// Returns whether this entry says the same as another and was made on `day` itself.
  fileprivate func was(_ other: Entry, on day: Day, _ context: RequestContext) -> Bool {
    guard let at, says(theSameAs: other) else { return false }
    return context.calendar.day(at: at) == day
  }

  /// Returns whether both entries have the same content, regardless of when they were made.
  func says(theSameAs other: Entry) -> Bool {
    marks(theSameAs: other) && note == other.note
  }

  fileprivate func marks(theSameAs other: Entry) -> Bool {
    mark == other.mark && value == other.value
  }

  /// Whether the entry says more than a note does.
  var isMarked: Bool { mark != .open || value != nil }
}

extension TrackingState {
  func check(_ id: HabitID, on day: Day) throws -> CheckState {
    let habit = try habit(id)
    let entry = habits[id]?.entries.entry(on: day.number) ?? .empty
    let onVacation = vacations.contains { $0.covers(day, id) }
    return CheckState(
      habit: habit,
      day: day,
      entry: entry,
      status: status(of: entry, habits[id]?.target(on: day.number), onVacation: onVacation),
      onVacation: onVacation
    )
  }

  /// Returns the status of an entry; a vacation skips a day on which nothing was done.
  func status(of entry: Entry, _ target: Target?, onVacation: Bool) -> DayStatus {
    let status = DayStatus(entry, target: target)
    return onVacation && status == .open ? .skipped : status
  }

  fileprivate func vacation(like command: PlanVacation) -> Vacation? {
    vacations.first {
      $0.from == command.from && $0.to == command.to && $0.habits == command.habits
    }
  }
}
