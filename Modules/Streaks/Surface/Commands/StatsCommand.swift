import ArgumentParser
import CommandKit
import Core
import StreaksContract
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

  func run(in session: Session) async throws {
    var found: FoundStreak?
    if let habit { found = try await session.ask(FindStreak(text: habit)) }
    let report = try await session.ask(StatsOf(habit: found?.habit))
    try session.show(StatsDocument(report)) {
      if found != nil, let stats = report.items.first { return StatsViews.one(stats, session) }
      return StatsViews.of(report, session)
    }
  }
}
