import Core

/// Phrases about habits that several modules share.
extension Phrase {
  /// The heading of a column of habits.
  public static let habitColumn = Phrase("habit.column", "Habit")
  /// The habit title in examples.
  public static let exampleHabit = Phrase("help.example", "Read")
  /// Describes the argument that limits a list to one habit.
  public static let helpOnlyHabit = Phrase(
    "help.only-habit",
    "Only this habit: its title, the beginning of it, or its id."
  )

  /// The placeholder for that argument in a usage line.
  public static let helpHabitName = Phrase("help.habit-name", "habit")

  /// Shown instead of a list if all habits are archived.
  public static let todayArchived = Phrase(
    "today.archived",
    "All you had is in the archive, with its history. Bring something back, or begin something new."
  )

  /// All phrases about habits.
  public static let aboutHabits: [Phrase] = [
    .habitColumn, .exampleHabit, .helpOnlyHabit, .helpHabitName, .todayArchived,
  ]
}
