import ArgumentParser
import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

struct StatsCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stats",
      abstract: Help.say(.helpStats),
      discussion: """
        \(Help.say(.helpStatsMore))

        Example:
          trellis stats \(ShellWord.quoted(Help.say(.exampleHabit)))
        """
    )
  }

  @Argument(
    help: ArgumentHelp(Help.say(.helpOnlyHabit), valueName: Help.say(.helpHabitName)),
    completion: .streaks
  )
  var habit: String?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    var found: FoundStreak?
    if let habit { found = try await context.ask(FindStreak(text: habit)) }
    let report = try await context.ask(StatsOf(habit: found?.habit))
    let titles = try await report.titles(context)
    let archived = report.items.isEmpty ? try await NoStreaks.archived(context) : nil
    try context.show(StatsDocument(report)) {
      if found != nil, let stats = report.items.first { return StatsViews.one(stats, context) }
      return StatsViews.of(report, titles, archived: archived, context)
    }
  }
}
