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
    let record = try state.record(of: command.habit)
    let day = command.day ?? context.today
    try validateNotArchived(record)
    try DomainError.checking("day") { try HistoryDays.validateReach(day, context, "marked") }
    let before = record.entries.entry(on: day.number) ?? .empty
    let note = try command.note.map { note in
      try DomainError.checking("note") {
        try HabitValidation.text(note, "A note", Entry.maxNoteLength)
      }
    }
    let value = try value(of: command, before: before)
    let marked = Entry(mark: command.mark, value: value, note: note ?? before.note, at: context.now)
    let isNoted = marked.note != before.note
    let isSameMark = marked.marks(theSameAs: before)
    // A note is the person's own and counts in no streak, so that of any past day may be changed.
    if note == nil || !isSameMark {
      try DomainError.checking("day") { try HistoryDays.validatePolicy(day, context, "marked") }
    }
    guard !isSameMark else {
      return isNoted
        ? noting(marked, state.register(of: record.id, on: day), command, day) : .unchanged
    }
    let replaced = record.entries.replaced(on: day.number)
    if let earlier = earlier(than: marked, replaced, command, context) {
      // An undo subtracts only what it takes back, and keeps what others added meanwhile.
      let adds = record.entries.hasAdditions(on: day.number) ? value - before.value : nil
      return restoration(of: earlier, marked.note, isNoted: isNoted, adds, record.id, day)
    }
    if command.mark == .skipped, before.mark != .skipped {
      try validateSkip(of: record, on: day, context)
    }
    return [
      CheckSet(
        habit: record.id,
        day: day,
        entry: marked,
        only: isNoted ? nil : .mark,
        adds: command.adds,
        evidence: Evidence(of: day, in: context)
      )
    ]
  }

  /// Returns the earlier mark that a command restores.
  ///
  /// A past day that is marked again as it had been marked on that day gets its instant back.
  private static func earlier(
    than marked: Entry,
    _ replaced: [EntryWrite<KeptMark>],
    _ command: SetCheck,
    _ context: RequestContext
  ) -> EntryWrite<KeptMark>? {
    let same = replaced.filter { $0.value.marks(theSameAs: marked) }
    if let wanted = command.restores, let asked = same.first(where: { $0.value.at == wanted }) {
      return asked
    }
    guard let day = command.day, day < context.today else { return nil }
    return same.first { $0.value.at.map(context.calendar.day(at:)) == day }
  }

  /// Changes the note alone: when and how the day was marked stays as it was.
  private static func noting(
    _ marked: Entry,
    _ held: EntryWrite<KeptMark>?,
    _ command: SetCheck,
    _ day: Day
  ) -> Decision {
    var entry = marked
    guard let held, marked.isMarked else {
      return [CheckSet(habit: command.habit, day: day, entry: entry, only: .note)]
    }
    entry.at = held.value.at
    return [
      CheckSet(
        habit: command.habit,
        day: day,
        entry: entry,
        only: .note,
        restores: RestoredEntry(held.stamp, isImported: held.value.evidence.isImported),
        evidence: held.value.evidence
      )
    ]
  }

  /// Throws if some seven days around `day` would have more skips than the product allows.
  private static func validateSkip(
    of record: HabitRecord,
    on day: Day,
    _ context: RequestContext
  ) throws {
    guard let most = context.policies.maxSkipsInSevenDays else { return }
    let isTooMany = ((day.number - 6)...day.number).contains { first in
      let skips = (first..<(first + 7)).count { record.entries.mark(on: $0) == .skipped }
      return skips >= most
    }
    guard isTooMany else { return }
    throw DomainError(
      "too-many-skips",
      "“\(record.title)” was skipped \(most) times within 7 days, which is the most here. "
        + "Nothing was changed: if you are away for longer, plan a vacation."
    )
  }

  /// Gives a day an earlier mark back, with its instant and evidence.
  static func restoration(
    of earlier: EntryWrite<KeptMark>,
    _ note: String,
    isNoted: Bool,
    _ adds: Amount?,
    _ habit: HabitID,
    _ day: Day
  ) -> Decision {
    let evidence = earlier.value.evidence
    return [
      CheckSet(
        habit: habit,
        day: day,
        entry: earlier.value.entry(note: note),
        only: isNoted ? nil : .mark,
        adds: adds,
        restores: RestoredEntry(earlier.stamp, isImported: evidence.isImported),
        evidence: evidence
      )
    ]
  }

  /// Returns the new value: repeating a mark without a value keeps it, another mark drops it.
  private static func value(of command: SetCheck, before: Entry) throws -> Amount? {
    if let adds = command.adds {
      guard command.value == nil else { throw valueTwice }
      let sum = (before.value?.thousandths ?? 0).addingReportingOverflow(adds.thousandths)
      guard !sum.overflow else { throw valueTooLarge }
      return try notNegative(Amount(thousandths: sum.partialValue))
    }
    if let value = command.value { return try notNegative(value) }
    return command.mark == before.mark ? before.value : nil
  }

  private static func notNegative(_ value: Amount) throws -> Amount {
    guard value.thousandths < 0 else { return value }
    throw DomainError(
      "value-negative",
      "A measured value cannot be below 0. Nothing was changed.",
      isFinal: true,
      about: "value"
    )
  }

  private static let valueTwice = DomainError(
    "value-twice",
    "A value is either set or added to. Nothing was changed: give one of them.",
    isFinal: true
  )
  private static let valueTooLarge = DomainError(
    "value-too-large",
    "That is more than can be kept. Nothing was changed.",
    isFinal: true,
    about: "value"
  )

  static func state(
    _ state: TrackingState,
    _ command: SetCheck,
    _ context: RequestContext
  ) throws
    -> CheckState
  {
    let day = command.day ?? context.today
    return try state.check(command.habit, on: day, today: context.today)
  }

  static func validateNotArchived(_ record: HabitRecord) throws {
    guard record.isArchived else { return }
    throw DomainError(
      "habit-archived",
      "“\(record.title)” is archived. Nothing was changed: bring it back first, "
        + "then mark its days."
    )
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
    try validate(command, context)
    for habit in command.habits ?? [] { _ = try state.record(of: habit) }
    guard state.vacation(like: command) == nil else { return .unchanged }
    let vacation = Vacation(
      id: context.makeID(),
      from: command.from,
      to: command.to,
      habits: command.habits
    )
    return [VacationSet(vacation: vacation)]
  }

  /// Throws for a vacation that cannot be, whatever habits there are.
  private static func validate(_ command: PlanVacation, _ context: RequestContext) throws {
    guard command.from <= command.to else {
      throw DomainError(
        "vacation-backwards",
        "A vacation cannot end (\(command.to)) before it begins (\(command.from)). Nothing was "
          + "planned: give its first day, then its last.",
        isFinal: true,
        about: "to"
      )
    }
    guard command.from.distance(to: command.to) < longestVacation else {
      throw DomainError(
        "vacation-too-long",
        "A vacation may last up to \(longestVacation) days. Nothing was planned: for a longer rest, "
          + "archive the habits.",
        isFinal: true,
        about: "to"
      )
    }
    if command.from < context.today {
      try DomainError.checking("from") {
        try HistoryDays.validate(command.from, context, "put into a vacation")
      }
    }
    guard command.habits?.isEmpty != true else {
      throw DomainError(
        "vacation-of-nothing",
        "A vacation needs habits to skip. Nothing was planned: name some, or none for all of them.",
        isFinal: true
      )
    }
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
    "There is no such vacation. Nothing was changed.",
    isFinal: true
  )
}

extension Entry {
  /// Returns whether both entries have the same content, regardless of when they were made.
  func says(theSameAs other: Entry) -> Bool {
    marks(theSameAs: other) && note == other.note
  }

  /// The same without the note.
  func marks(theSameAs other: Entry) -> Bool {
    mark == other.mark && value == other.value
  }

  /// Whether the entry says more than a note does.
  var isMarked: Bool { mark != .open || value != nil }
}

extension Amount? {
  static func - (a: Amount?, b: Amount?) -> Amount {
    Amount(thousandths: (a?.thousandths ?? 0) - (b?.thousandths ?? 0))
  }
}

extension TrackingState {
  func check(_ id: HabitID, on day: Day, today: Day) throws -> CheckState {
    let record = try record(of: id)
    guard let habit = record.habit else { throw HabitHandlers.unknownHabit }
    let entry = record.entries.entry(on: day.number) ?? .empty
    let onVacation = isOnVacation(day, record, today: today)
    let target = record.target(on: day.number)
    return CheckState(
      habit: habit,
      day: day,
      entry: entry,
      status: status(of: entry, target, onVacation: onVacation),
      target: target,
      onVacation: onVacation
    )
  }

  /// Returns whether a vacation covers a day of a habit that had begun and was not in the archive.
  func isOnVacation(_ day: Day, _ record: HabitRecord, today: Day) -> Bool {
    vacations.contains { $0.covers(day, record.id) } && day >= record.firstDay(asOf: today)
      && !record.rules.isArchived(on: day)
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
