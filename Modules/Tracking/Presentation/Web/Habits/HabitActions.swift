import Core
import Pages
import Presentation
import TrackingContract

/// The actions that add, edit, reorder, archive and delete habits.
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
    let details = try HabitFields.details(fields)
    let habit = try await context.send(CreateHabit(details: details))
    let title = try await context.label(of: habit)
    let values = ["title": title, "schedule": habit.details.schedule.words]
    return ActionResult(TodayPage.path, Message(.done, context.say(.habitAdded, values)))
  }

  private static func edit(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let habit = try await habit(fields, context)
    let details = try HabitFields.details(fields, changing: habit.details)
    let patch = HabitFields.patch(details)
    let from = try HabitFields.start(fields, today: context.today)
    try await context.send(EditHabit(habit: habit.id, patch: patch, from: from))
    let changed = try await self.habit(fields, context)
    let words = context.say(.habitChanged, ["title": try await context.label(of: changed)])
    return ActionResult(habit.id.path, Message(.done, words))
  }

  private static func archive(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let habit = try await habit(fields, context)
    let isArchived = try fields.required("archived") == "true"
    let title = try await context.label(of: habit)
    var patch = HabitPatch()
    patch.archived = isArchived
    try await context.send(EditHabit(habit: habit.id, patch: patch))
    let phrase: Phrase = isArchived ? .habitArchived : .habitReturned
    let words = context.say(phrase, ["title": title])
    let undo = Undo(
      "tracking.archive-habit",
      ["habit": habit.id.description, "archived": isArchived ? "false" : "true"]
    )
    return ActionResult(HabitsPage.path, Message(.done, words, undo: undo))
  }

  /// Deletes a habit; the page that sends this has shown what would be lost.
  private static func delete(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let habit = try await habit(fields, context)
    let title = try await context.label(of: habit)
    try await context.send(DeleteHabit(habit: habit.id, confirmed: true))
    let words = context.say(.habitDeleted, ["title": title])
    return ActionResult(HabitsPage.path, Message(.done, words))
  }

  private static func habit(_ fields: FormFields, _ context: PageContext) async throws -> Habit {
    let id: HabitID = try fields.id("habit")
    let habits = try await context.ask(AllHabits(includesArchived: true))
    guard let habit = habits.first(where: { $0.id == id }) else {
      throw DomainError(
        "unknown-habit",
        "There is no such habit here. Nothing was changed.",
        isFinal: true
      )
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

  /// Moves a group; `habit` is any habit in it.
  private static func moveGroup(
    _ fields: FormFields,
    _ context: PageContext
  ) async throws -> ActionResult {
    let id: HabitID = try fields.id("habit")
    let habits = try await context.ask(AllHabits())
    try await place(HabitOrder.movedGroup(of: id, by: try step(fields), in: habits), context)
    return .back
  }

  /// Reorders the habits whose ids are in `order`, among themselves.
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

  /// Sets the position of each habit whose position has changed.
  private static func place(_ habits: [Habit], _ context: PageContext) async throws {
    try await context.run { try HabitOrder.keep(habits, in: $0) }
  }
}

/// Computes the order of habits after a move.
enum HabitOrder {
  /// Moves a habit one place up or down, but not out of its group.
  static func moved(_ id: HabitID, by step: Int, in habits: [Habit]) -> [Habit] {
    var habits = habits
    guard let from = habits.firstIndex(where: { $0.id == id }) else { return habits }
    let to = from + step
    guard habits.indices.contains(to), habits[to].details.group == habits[from].details.group
    else { return habits }
    habits.swapAt(from, to)
    return habits
  }

  /// Moves a whole group one place up or down among the groups.
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

  /// Puts a habit at a place in the list, the first of which is 0.
  static func placed(_ id: HabitID, at place: Int, in habits: [Habit]) -> [Habit] {
    guard let habit = habits.first(where: { $0.id == id }) else { return habits }
    var others = habits.filter { $0.id != id }
    others.insert(habit, at: min(max(0, place), others.count))
    return others
  }

  /// Sets the position of each habit whose position has changed, in one step.
  static func keep(_ habits: [Habit], except id: HabitID? = nil, in space: any SpaceScope) throws {
    for (position, habit) in habits.enumerated()
    where habit.id != id && habit.details.position != position {
      var patch = HabitPatch()
      patch.position = position
      _ = try space.send(EditHabit(habit: habit.id, patch: patch))
    }
  }

  /// Puts the given habits into the given order, in the places that they occupied together.
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
