import Core
import Presentation
import RemindersContract
import SobrietyContract
import StreaksContract
import TrackingContract

/// The habits that can have reminders: those of Tracking, and the substances of Sobriety.
enum RemindableHabits {
  struct Item: Sendable {
    let id: HabitID
    let title: String
    /// The title as a list shows it, which distinguishes habits with the same title.
    var label: String
    var icon: String?
    var color: RGB?
    /// Whether the habit is in the archive, so that nothing reminds of it.
    var isArchived = false
  }

  /// Whether there are habits of Tracking, which have pages and can be checked from a notice.
  static func areTracked(_ context: any SpaceContext) -> Bool {
    context.answers(AllHabits.self) || !context.answers(AllSubstances.self)
  }

  static func all(_ context: any SpaceContext) async throws -> [Item] {
    let habits = areTracked(context) ? try await context.ask(AllHabits()) : []
    let titles = DistinctTitles(habits)
    let substances = try await context.askIfAvailable(AllSubstances()) ?? []
    return habits.map { habit in
      let details = habit.details
      return Item(
        id: habit.id,
        title: details.title,
        label: titles.title(details.title, habit.id),
        icon: details.icon?.description,
        color: RGB(hex: details.color.rgb)
      )
    } + substances.map { Item(id: $0.id.habit, title: $0.habitTitle, label: $0.habitTitle) }
  }

  /// Returns the habit that a user means by a title, the beginning of one, or an id.
  static func find(_ text: String, _ context: any SpaceContext) async throws -> Item {
    if areTracked(context) {
      let habit = try await context.ask(FindHabit(text: text))
      let (title, isArchived) = (habit.details.title, habit.details.archived)
      return Item(id: habit.id, title: title, label: title, isArchived: isArchived)
    }
    let found = try await context.ask(FindStreak(text: text))
    return Item(id: found.habit, title: found.title, label: found.title)
  }
}
