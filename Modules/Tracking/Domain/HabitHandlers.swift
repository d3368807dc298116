import Core
import TrackingContract

/// Creating, editing and deleting habits.
enum HabitHandlers {
  static func create(
    _ state: TrackingState,
    _ command: CreateHabit,
    _ context: RequestContext
  )
    throws -> Decision
  {
    let details = try checked(command.details)
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
    let patch = try checked(command.patch, for: habit).reduced(for: habit.details)
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
      throw Refusal(
        "needs-confirmation",
        "This deletes “\(habit.details.title)” for good. \(history) Nothing has been deleted yet: "
          + "confirm to go on, or archive the habit to keep its history."
      )
    }
    return [HabitDeleted(habit: habit.id)]
  }

  static let unknownHabit = Refusal(
    "unknown-habit",
    "There is no such habit here. Nothing was changed."
  )

  // MARK: What is taken

  private static func checked(_ details: HabitDetails) throws -> HabitDetails {
    var details = details
    details.title = try title(details.title)
    details.notes = try text(details.notes, "The notes")
    details.question = try text(details.question, "The question")
    details.group = try group(details.group)
    if let target = details.target { details.target = try checked(target) }
    return details
  }

  private static func checked(_ patch: HabitPatch, for habit: Habit) throws -> HabitPatch {
    var patch = patch
    if let new = patch.title { patch.title = try title(new) }
    if let new = patch.notes { patch.notes = try text(new, "The notes") }
    if let new = patch.question { patch.question = try text(new, "The question") }
    if let new = patch.group { patch.group = try group(new) ?? "" }
    if let new = patch.target { patch.target = try checked(new) }
    return patch
  }

  private static func title(_ raw: String) throws -> String {
    let title = trimmed(raw)
    guard !title.isEmpty else {
      throw Refusal("title-missing", "A habit needs a title. Give it one, such as “Read”.")
    }
    guard title.count <= HabitDetails.longestTitle else {
      throw Refusal(
        "title-too-long",
        "That title has \(title.count) characters; \(HabitDetails.longestTitle) fit. "
          + "Shorten it and put the rest into the notes."
      )
    }
    return title
  }

  static func text(_ raw: String, _ what: String) throws -> String {
    let text = trimmed(raw)
    guard text.count <= HabitDetails.longestText else {
      throw Refusal(
        "text-too-long",
        "\(what) may have up to \(HabitDetails.longestText) characters; these are \(text.count). "
          + "Nothing was saved: shorten the text and try again."
      )
    }
    return text
  }

  private static func group(_ raw: String?) throws -> String? {
    guard let raw else { return nil }
    let group = trimmed(raw)
    guard group.count <= HabitDetails.longestTitle else {
      throw Refusal(
        "group-too-long",
        "A group's name may have up to \(HabitDetails.longestTitle) characters."
      )
    }
    return group.isEmpty ? nil : group
  }

  private static func checked(_ target: Target) throws -> Target {
    let floor = target.direction == .atLeast ? 1 : 0
    guard target.amount.thousandths >= floor else {
      throw Refusal(
        "target-not-positive",
        "A target must be more than 0. Give an amount to reach, such as 20."
      )
    }
    return Target(
      amount: target.amount,
      unit: trimmed(target.unit),
      direction: target.direction
    )
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}

extension HabitPatch {
  /// Only what differs from `details`, so that setting what is set already changes nothing.
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
    if removesTarget != true || details.target == nil { patch.removesTarget = nil }
    if archived == details.archived { patch.archived = nil }
    if position == details.position { patch.position = nil }
    if reminders == details.reminders { patch.reminders = nil }
    return patch
  }
}

extension HabitRecord {
  /// How many days something is said of.
  var saidDays: Int { entries.range.count { entries.entry(on: $0) != nil } }
}

extension TrackingState {
  func habit(_ id: HabitID) throws -> Habit {
    guard let habit = habits[id]?.habit else { throw HabitHandlers.unknownHabit }
    return habit
  }
}
