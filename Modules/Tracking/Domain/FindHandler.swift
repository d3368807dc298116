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
    let found = try HabitFinder.find(query.text.trimmed, among: names(of: habits))
    return try state.habit(found.id)
  }

  /// Returns the names that each habit can be called by.
  private static func names(of habits: [Habit]) -> [NamedHabit] {
    let all = DistinctTitles(habits)
    let active = DistinctTitles(habits.filter { !$0.details.archived })
    let counts = Dictionary(habits.map { ($0.details.title, 1) }, uniquingKeysWith: +)
    return habits.map { habit in
      let (title, details) = (habit.details.title, habit.details)
      let label = all.title(title, habit.id)
      // Most lists omit archived habits, and show less of a title that is unique without them.
      let shown = details.archived ? label : active.title(title, habit.id)
      let isTwin = counts[title, default: 0] > 1
      return NamedHabit(
        id: habit.id,
        title: title,
        isArchived: details.archived,
        detail: isTwin ? trait(in: shown, of: title) : detail(of: details),
        labels: isTwin ? Set([label, shown]).subtracting([title]) : []
      )
    }
  }

  /// Returns what a label adds to the title in brackets; empty if it adds the id or nothing.
  private static func trait(in label: String, of title: String) -> String {
    guard label.hasPrefix("\(title) (") else { return "" }
    return String(label.dropFirst(title.count + 2).dropLast())
  }

  private static func detail(of details: HabitDetails) -> String {
    details.notes.isEmpty ? details.color.description : details.notes
  }
}
