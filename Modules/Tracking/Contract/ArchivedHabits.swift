/// What a list says if it is empty because all habits are archived.
public enum ArchivedHabits {
  /// Returns the habit to bring back if all habits are archived.
  ///
  /// Nil if one is active, if none exists at all, or if no module keeps habits.
  ///
  /// - Parameter ask: asks for all habits; nil where no module of the product has any.
  public static func latest(
    asking ask: (AllHabits) async throws -> [Habit]?
  ) async throws -> Habit? {
    let habits = try await ask(AllHabits(includesArchived: true)) ?? []
    return habits.allSatisfy(\.details.archived) ? habits.last : nil
  }
}
