import ArgumentParser
import CommandKit
import Core
import GamificationContract
import StreaksContract
import TrackingContract

struct BadgesCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "badges",
    abstract: "Show the milestones that were reached.",
    discussion: """
      A run earns a badge at 7, 30, 60, 100 and 365. A badge stays when the run ends.

      Example:
        trellis badges Read
      """
  )

  @Argument(
    help: "Only this habit: its title, the beginning of it, or its id.",
    completion: .scoredHabits
  )
  var habit: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    var found: FoundStreak?
    if let habit { found = try await session.ask(FindStreak(text: habit)) }
    let report = try await session.ask(AllBadges(habit: found?.habit))
    try session.show(BadgesDocument(report)) { BadgeViews.of(report, session) }
  }
}

extension CompletionKind {
  /// The titles of habits.
  static let scoredHabits = CompletionKind.fromSession { session in
    try await session.ask(AllStreaks()).items.map(\.title)
  }
}
