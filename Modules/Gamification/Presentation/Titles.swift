import Core
import GamificationContract
import Presentation
import StreaksContract
import TrackingContract

extension BadgesReport {
  /// The titles of the habits with a badge or a next milestone, with equal titles distinguished.
  ///
  /// Titles are distinguished by habit rather than by badge, since a habit may have many badges.
  func titles(_ context: any SpaceContext) async throws -> DistinctTitles {
    try await DistinctTitles(
      items.map { ($0.habit, $0.title) } + next.map { ($0.habit, $0.title) },
      asking: context.askIfAvailable
    )
  }
}

extension [HabitScore] {
  func titles(_ context: any SpaceContext) async throws -> DistinctTitles {
    try await DistinctTitles(
      map { ($0.streak.habit, $0.streak.title) },
      asking: context.askIfAvailable
    )
  }
}
