import ArgumentParser
import CommandKit
import Core
import GamificationContract
import StreaksContract
import TrackingContract

struct BadgesCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "badges",
      abstract: Help.say(.helpBadges),
      discussion: """
        \(Help.say(.helpBadgesMore))

        Example:
          trellis badges \(ShellWord.quoted(Help.say(.exampleHabit)))
        """
    )
  }

  @Argument(
    help: ArgumentHelp(Help.say(.helpOnlyHabit), valueName: Help.say(.helpHabitName)),
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
