import Core
import TrackingContract

/// Writes habits and their entries as JSON that ``ImportReader`` takes back without loss.
public enum JSONExport {
  /// The habits with their entries by day, as ``ImportReader`` would return them.
  public static func history(
    habits: [Habit],
    entries: [HabitID: [ImportedEntry]]
  ) -> ImportedHistory {
    let exported = habits.map { habit in
      ImportedHabit(
        key: habit.id.description,
        details: habit.details,
        createdOn: habit.createdOn,
        entries: (entries[habit.id] ?? []).sorted { $0.day < $1.day }
      )
    }
    return ImportedHistory(source: ForeignFormat.trellis.rawValue, habits: exported)
  }

  /// The same as indented JSON.
  public static func text(
    habits: [Habit],
    entries: [HabitID: [ImportedEntry]]
  ) throws -> String {
    try JSON.pretty(history(habits: habits, entries: entries))
  }
}
