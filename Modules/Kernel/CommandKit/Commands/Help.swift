import Core

/// Words of `--help`, which a product may say in its own way like all others.
public enum Help {
  /// The words of the product that is running, else the plain ones.
  public static func say(_ phrase: Phrase) -> String {
    (Launch.current?.product.voice ?? Voice()).say(phrase, ["example": example])
  }

  private static var example: String {
    (Launch.current?.product.voice ?? Voice()).say(.exampleHabit)
  }
}

/// Words that the surfaces of several modules say.
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

  /// All of them, for surfaces that say them.
  public static let aboutHabits: [Phrase] = [
    .habitColumn, .exampleHabit, .helpOnlyHabit, .helpHabitName,
  ]
}
