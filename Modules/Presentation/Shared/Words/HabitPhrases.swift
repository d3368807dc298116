import Core

/// Words that several modules say of habits.
extension Phrase {
  /// What heads a column of habits.
  public static let habitColumn = Phrase("habit.column", "Habit")
  /// A title that stands in examples.
  public static let exampleHabit = Phrase("help.example", "Read")
  /// The argument that narrows a list to one habit.
  public static let helpOnlyHabit = Phrase(
    "help.only-habit",
    "Only this habit: its title, the beginning of it, or its id."
  )

  /// What stands for that argument in a line of usage.
  public static let helpHabitName = Phrase("help.habit-name", "habit")

  /// All of them.
  public static let aboutHabits: [Phrase] = [
    .habitColumn, .exampleHabit, .helpOnlyHabit, .helpHabitName,
  ]
}
