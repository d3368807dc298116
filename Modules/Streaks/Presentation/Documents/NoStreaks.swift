import Core
import Presentation
import TrackingContract

/// The words shown where no streak is listed.
enum NoStreaks {
  /// Returns the habit to bring back if all habits are archived, and nil otherwise.
  ///
  /// It is also nil if no habit exists at all, or if no module keeps archived habits.
  static func archived(_ context: any SpaceContext) async throws -> Habit? {
    try await ArchivedHabits.latest(asking: context.askIfAvailable)
  }

  static func words(_ archived: Habit?) -> Phrase {
    archived == nil ? .streaksEmpty : .streaksArchived
  }
}
