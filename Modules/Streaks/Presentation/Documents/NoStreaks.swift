import Core
import Presentation
import TrackingContract

/// What is said where no streak is listed.
enum NoStreaks {
  /// Returns the habit to bring back where all habits are archived; nil if one is active, if none is
  /// there at all, or if no module keeps habits that are archived.
  static func archived(_ context: any SpaceContext) async throws -> Habit? {
    try await ArchivedHabits.latest(asking: context.askIfAvailable)
  }

  static func words(_ archived: Habit?) -> Phrase {
    archived == nil ? .streaksEmpty : .streaksArchived
  }
}
