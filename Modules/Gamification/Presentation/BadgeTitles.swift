import Core
import GamificationContract
import Presentation
import TrackingContract

extension BadgesReport {
  /// The titles of the habits with a badge or a next milestone, twins told apart.
  ///
  /// Titles are told apart by habit rather than by badge, since a habit may have many badges.
  func titles(_ context: any SpaceContext) async throws -> DistinctTitles {
    let habits = Dictionary(
      items.map { ($0.habit, $0.title) } + next.map { ($0.habit, $0.title) }
    ) { $1 }
    let known = try await context.askIfAvailable(AllHabits(includesArchived: true)) ?? []
    return DistinctTitles(habits, among: known)
  }
}
