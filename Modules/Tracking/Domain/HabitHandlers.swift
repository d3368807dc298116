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
    let details = try HabitValidation.checked(command.details)
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
    let patch = try HabitValidation.checked(command.patch).reduced(for: habit.details)
    return patch.isEmpty ? .unchanged : [HabitEdited(habit: habit.id, patch: patch)]
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
      throw DomainError(
        "needs-confirmation",
        "This deletes “\(habit.details.title)” for good. \(history) Nothing has been deleted yet: "
          + "confirm to go on, or archive the habit to keep its history."
      )
    }
    return [HabitDeleted(habit: habit.id)]
  }

  static let unknownHabit = DomainError(
    "unknown-habit",
    "There is no such habit here. Nothing was changed."
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
}
