import Core
import TrackingContract

/// Handles the commands that create, edit and delete habits.
enum HabitHandlers {
  static func create(
    _ state: TrackingState,
    _ command: CreateHabit,
    _ context: RequestContext
  )
    throws -> Decision
  {
    var details = try HabitValidation.checked(command.details)
    if details.position == 0 { details.position = max(0, state.lastPosition) }
    let fact = HabitCreated(
      habit: context.makeID(),
      details: details,
      on: context.today,
      at: context.now
    )
    return [fact]
  }

  static func created(
    _ state: TrackingState,
    _ command: CreateHabit,
    _ context: RequestContext
  )
    throws -> Habit
  {
    for case let fact as HabitCreated in context.decided { return try state.habit(fact.habit) }
    throw unknownHabit
  }

  static func edit(
    _ state: TrackingState,
    _ command: EditHabit,
    _ context: RequestContext
  ) throws
    -> Decision
  {
    let habit = try state.habit(command.habit)
    let checked = try HabitValidation.checked(command.patch)
    var patch = checked.reduced(for: habit.details)
    if let from = command.from {
      try validateStart(from, of: checked, context)
      if state.habits[habit.id]?.changes(with: checked, from: from) == true {
        patch.takeDated(from: checked)
      }
    }
    guard !patch.isEmpty else { return .unchanged }
    let on = patch.isDated ? command.from ?? start(of: patch, to: habit, context) : nil
    return [HabitEdited(habit: habit.id, patch: patch, on: on)]
  }

  /// Returns today, or nil for a habit created today, whose first rules are still being found.
  ///
  /// The archive needs a day even then: days are neutral only from a known one on.
  private static func start(
    of patch: HabitPatch,
    to habit: Habit,
    _ context: RequestContext
  ) -> Day? {
    habit.createdOn == context.today && patch.archived == nil ? nil : context.today
  }

  private static func validateStart(
    _ from: Day,
    of patch: HabitPatch,
    _ context: RequestContext
  ) throws {
    guard patch.isDated else {
      throw DomainError(
        "nothing-dated",
        "Only a rhythm, a target, a difficulty and the archive hold from a day. Nothing was changed."
      )
    }
    guard from <= context.today else {
      throw DomainError(
        "day-in-future",
        "\(from) has not come yet, so no change can hold from it. Today is \(context.today). "
          + "Nothing was changed.",
        about: "from"
      )
    }
    guard HistoryDays.range.contains(from.number) else {
      throw DomainError(
        "day-too-old",
        "A change can hold from a day from 1900 to 2199, and \(from) is none of them. "
          + "Nothing was changed.",
        isFinal: true,
        about: "from"
      )
    }
  }

  static func delete(
    _ state: TrackingState,
    _ command: DeleteHabit,
    _ context: RequestContext
  )
    throws -> Decision
  {
    let habit = try state.habit(command.habit)
    guard command.confirmed else {
      let days = state.habits[habit.id]?.saidDays ?? 0
      let history =
        switch days {
        case 0: "It has no marked days yet."
        case 1: "Its 1 marked day and any note on it go with it."
        default: "All its \(days) marked days and their notes go with it."
        }
      let joined = state.joins.members[habit.id]?.count ?? 0
      let others =
        switch joined {
        case 0: ""
        case 1: "So does the habit that is joined into it. "
        default: "So do the \(joined) habits that are joined into it. "
        }
      throw DomainError(
        "needs-confirmation",
        "This deletes “\(habit.details.title)” for good. \(history) \(others)Nothing has been "
          + "deleted yet: "
          + "confirm to go on, or archive the habit to keep its history."
      )
    }
    let members = state.joins.members[habit.id] ?? []
    return Decision((members + [habit.id]).map { HabitDeleted(habit: $0) })
  }

  static let unknownHabit = DomainError(
    "unknown-habit",
    "There is no such habit here. Nothing was changed.",
    isFinal: true
  )
}

extension HabitPatch {
  /// Returns the fields that differ from `details`, so that a redundant edit changes nothing.
  func reduced(for details: HabitDetails) -> HabitPatch {
    var patch = self
    if title == details.title { patch.title = nil }
    if notes == details.notes { patch.notes = nil }
    if question == details.question { patch.question = nil }
    if color == details.color { patch.color = nil }
    if icon == (details.icon ?? "") { patch.icon = nil }
    if group == (details.group ?? "") { patch.group = nil }
    if schedule == details.schedule { patch.schedule = nil }
    if priority == details.priority { patch.priority = nil }
    if difficulty == details.difficulty { patch.difficulty = nil }
    if target == details.target { patch.target = nil }
    // A new target replaces the old one, so the old one need not be removed first.
    if removesTarget != true || target != nil || details.target == nil { patch.removesTarget = nil }
    if archived == details.archived { patch.archived = nil }
    if position == details.position { patch.position = nil }
    if reminders == details.reminders { patch.reminders = nil }
    return patch
  }

  /// Takes the details that hold from a day from another patch.
  fileprivate mutating func takeDated(from other: HabitPatch) {
    schedule = other.schedule
    difficulty = other.difficulty
    target = other.target
    removesTarget = other.removesTarget
    archived = other.archived
  }
}

extension HabitRecord {
  /// The number of days with an entry.
  var saidDays: Int { entries.range.count { entries.entry(on: $0) != nil } }
}

extension TrackingState {
  func habit(_ id: HabitID) throws -> Habit {
    guard let habit = habits[id]?.habit else { throw HabitHandlers.unknownHabit }
    return habit
  }

  /// Returns the record of an existing habit, which gives a detail without building all of them.
  func record(of id: HabitID) throws -> HabitRecord {
    guard let record = habits[id], record.isLive else { throw HabitHandlers.unknownHabit }
    return record
  }
}
