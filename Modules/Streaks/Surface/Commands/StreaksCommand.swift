import ArgumentParser
import CommandKit
import Core
import StreaksContract
import TrackingContract

struct StreaksCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "streaks",
      abstract: Help.say(.helpStreaks),
      discussion: """
        \(Help.say(.helpStreaksMore))

        Example:
          trellis streaks \(ShellWord.quoted(Help.say(.exampleHabit)))
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
    let report = try await session.ask(AllStreaks())
    let tomorrow = session.offersReminders ? session.today.advanced(by: 1) : nil
    guard let habit else {
      let document = StreaksDocument(report, reminderOn: tomorrow)
      try session.show(document) { StreaksViews.of(report, session) }
      return
    }
    let found = try await session.ask(FindStreak(text: habit))
    let streak = try await session.ask(StreakOf(habit: found.habit))
    let narrowed = report.only(found.habit, streak)
    let document = StreaksDocument(narrowed, reminderOn: tomorrow)
    try session.show(document) { StreaksViews.one(streak, narrowed, session) }
  }
}

extension Session {
  /// Whether some module here can remind of a habit.
  var offersReminders: Bool { answers(requestNamed: "reminders.set-reminder") }
}
