import ArgumentParser
import CommandKit
import Core
import StreaksContract
import TrackingContract

struct StreaksCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "streaks",
    abstract: "Show current and best streaks, and freezes.",
    discussion: """
      A streak counts what the habit's own rhythm counts: days, weeks, months or times.

      Example:
        trellis streaks Read
      """
  )

  @Argument(
    help: "Only this habit: its title, the beginning of it, or its id.",
    completion: .streaks
  )
  var habit: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let report = try await session.ask(AllStreaks())
    guard let habit else {
      try session.show(StreaksDocument(report)) { StreaksViews.of(report, session) }
      return
    }
    let found = try await session.ask(FindHabit(text: habit))
    let streak = try await session.ask(StreakOf(habit: found.id))
    let narrowed = report.only(found.id, streak)
    try session.show(StreaksDocument(narrowed)) { StreaksViews.one(streak, narrowed, session) }
  }
}
