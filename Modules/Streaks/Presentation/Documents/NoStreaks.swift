import Core
import Presentation
import TrackingContract

/// What is said where no streak is listed.
enum NoStreaks {
  /// Returns the habit to bring back where all habits are archived; nil if one is active, if none is
  /// there at all, or if no module keeps habits that are archived.
  static func archived(_ context: any SpaceContext) async throws -> Habit? {
    let habits = try await context.askIfAvailable(AllHabits(includesArchived: true)) ?? []
    return habits.allSatisfy(\.details.archived) ? habits.last : nil
  }

  static func words(_ archived: Habit?) -> Phrase {
    archived == nil ? .streaksEmpty : .streaksArchived
  }
}
