import Core
import TrackingContract

/// Handles the query that finds the habit a user means.
enum FindHandler {
  static func find(
    _ state: TrackingState,
    _ query: FindHabit,
    _ context: RequestContext
  ) throws
    -> Habit
  {
    let habits = state.shownHabits(includesArchived: true)
    let names = habits.map {
      NamedHabit(
        id: $0.id,
        title: $0.details.title,
        isArchived: $0.details.archived,
        detail: $0.details.notes.isEmpty ? $0.details.color.description : $0.details.notes
      )
    }
    let found = try HabitFinder.find(query.text.trimmed, among: names)
    return try state.habit(found.id)
  }
}
