import ArgumentParser
import CommandKit
import Core
import StreaksContract
import TrackingContract

struct StatsCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Show rates, trends and totals.",
    discussion: """
      Rates are what was done of what was planned in the last 7 days, the last 30, and always.

      Example:
        trellis stats Read
      """
  )

  @Argument(
    help: "Only this habit: its title, the beginning of it, or its id.",
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
