import Core
import Pages
import Presentation
import TrackingContract

/// Adding, changing, ordering, archiving and deleting habits.
enum HabitActions {
  static let all: [FormAction] = [
    FormAction("tracking.create-habit", run: create), FormAction("tracking.edit-habit", run: edit),
    FormAction("tracking.archive-habit", run: archive),
    FormAction("tracking.delete-habit", run: delete),
    FormAction("tracking.move-habit", run: moveHabit),
    FormAction("tracking.move-group", run: moveGroup),
    FormAction("tracking.order-habits", run: order),
  ]

  private static func create(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    var details = try HabitFields.details(fields)
    // Behind those that stand in an order of their own.
    let habits = try await context.ask(AllHabits(includesArchived: true))
    details.position = habits.map(\.details.position).max() ?? 0
    let habit = try await context.send(CreateHabit(details: details))
    let values = ["title": habit.details.title, "schedule": habit.details.schedule.words]
    return ActionResult(TodayPage.path, Message(.done, context.say(.habitAdded, values)))
  }

  private static func edit(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let habit = try await habit(fields, context)
    let details = try HabitFields.details(fields, changing: habit.details)
    try await context.send(EditHabit(habit: habit.id, patch: HabitFields.patch(details)))
    let words = context.say(.habitChanged, ["title": details.title])
    return ActionResult(habit.id.path, Message(.done, words))
  }

  private static func archive(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let habit = try await habit(fields, context)
    let isArchived = try fields.required("archived") == "true"
    var patch = HabitPatch()
    patch.archived = isArchived
    try await context.send(EditHabit(habit: habit.id, patch: patch))
    let phrase: Phrase = isArchived ? .habitArchived : .habitReturned
    let words = context.say(phrase, ["title": habit.details.title])
    let undo = Undo(
      "tracking.archive-habit",
      ["habit": habit.id.description, "archived": isArchived ? "false" : "true"]
    )
    return ActionResult(HabitsPage.path, Message(.done, words, undo: undo))
  }

  /// Sent from the page that asked and said what would be lost.
  private static func delete(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let habit = try await habit(fields, context)
    try await context.send(DeleteHabit(habit: habit.id, confirmed: true))
    let words = context.say(.habitDeleted, ["title": habit.details.title])
    return ActionResult(HabitsPage.path, Message(.done, words))
  }

  private static func habit(_ fields: FormFields, _ context: PageContext) async throws -> Habit {
    let id: HabitID = try fields.id("habit")
    let habits = try await context.ask(AllHabits(includesArchived: true))
    guard let habit = habits.first(where: { $0.id == id }) else {
      throw DomainError("unknown-habit", "There is no such habit here. Nothing was changed.")
    }
    return habit
  }

  // MARK: Order

  private static func moveHabit(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let id: HabitID = try fields.id("habit")
    let habits = try await context.ask(AllHabits())
    try await place(HabitOrder.moved(id, by: try step(fields), in: habits), context)
    return .back
  }

  /// `habit` is any habit of the group.
  private static func moveGroup(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let id: HabitID = try fields.id("habit")
    let habits = try await context.ask(AllHabits())
    try await place(HabitOrder.movedGroup(of: id, by: try step(fields), in: habits), context)
    return .back
  }

  /// `order`: ids of habits in the order that they are to have among themselves.
  private static func order(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let ids = fields.all("order").flatMap { $0.split(whereSeparator: { " ,".contains($0) }) }
      .compactMap { HabitID(String($0)) }
    let habits = try await context.ask(AllHabits())
    try await place(HabitOrder.arranged(ids, in: habits), context)
    return .back
  }

  private static func step(_ fields: FormFields) throws -> Int {
    try fields.required("by") == "-1" ? -1 : 1
  }

  /// Gives each habit its place, and leaves alone those that have it already.
  private static func place(_ habits: [Habit], _ context: PageContext) async throws {
    for (position, habit) in habits.enumerated() where habit.details.position != position {
      var patch = HabitPatch()
      patch.position = position
      try await context.send(EditHabit(habit: habit.id, patch: patch))
    }
  }
}

/// Where habits go when they are moved.
enum HabitOrder {
  /// One place up or down inside the habit's group; at its end it stays.
  static func moved(_ id: HabitID, by step: Int, in habits: [Habit]) -> [Habit] {
    var habits = habits
    guard let from = habits.firstIndex(where: { $0.id == id }) else { return habits }
    let to = from + step
    guard habits.indices.contains(to), habits[to].details.group == habits[from].details.group
    else { return habits }
    habits.swapAt(from, to)
    return habits
  }

  /// The whole group one place up or down among the groups.
  static func movedGroup(of id: HabitID, by step: Int, in habits: [Habit]) -> [Habit] {
    var groups: [[Habit]] = []
    for habit in habits {
      if groups.last?.first?.details.group == habit.details.group, !groups.isEmpty {
        groups[groups.count - 1].append(habit)
      } else {
        groups.append([habit])
      }
    }
    guard let from = groups.firstIndex(where: { $0.contains { $0.id == id } }) else {
      return habits
    }
    let to = from + step
    guard groups.indices.contains(to) else { return habits }
    groups.swapAt(from, to)
    return groups.flatMap { $0 }
  }

  /// The named habits in the order given, on the places that they held together.
  static func arranged(_ ids: [HabitID], in habits: [Habit]) -> [Habit] {
    let byID = Dictionary(habits.map { ($0.id, $0) }) { first, _ in first }
    var seen: Set<HabitID> = []
    let wanted = ids.filter { seen.insert($0).inserted }.compactMap { byID[$0] }
    var rest = wanted[...]
    return habits.map { habit in
      seen.contains(habit.id) ? rest.popFirst() ?? habit : habit
    }
  }
}
