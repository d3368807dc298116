import ArgumentParser
import Commands
import Core
import GamificationContract
import Presentation
import StreaksContract
import Terminal
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

  func run(in context: CommandContext) async throws {
    // A badge states what was done, so the history behind it is verified first.
    try await context.space.verify()
    var found: FoundStreak?
    if let habit { found = try await context.ask(FindStreak(text: habit)) }
    let report = try await context.ask(AllBadges(habit: found?.habit))
    let titles = try await report.titles(context)
    try context.show(BadgesDocument(report)) { BadgeViews.of(report, titles, context) }
  }
}

extension CompletionKind {
  /// The titles of habits.
  static let scoredHabits = CompletionKind.fromSpace { context in
    try await context.ask(AllStreaks()).items.map(\.title)
  }
}
