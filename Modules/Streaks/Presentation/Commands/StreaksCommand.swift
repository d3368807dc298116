import ArgumentParser
import Commands
import Core
import Presentation
import StreaksContract
import Terminal
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

  func run(in context: CommandContext) async throws {
    let report = try await context.ask(AllStreaks())
    let titles = try await report.titles(context)
    let faces = try await HabitFaces(asking: context.askIfAvailable)
    let tomorrow = context.offersReminders ? context.today.advanced(by: 1) : nil
    guard let habit else {
      let resting = try await RestingHabits.load(report, context)
      let document = StreaksDocument(
        report,
        faces: faces,
        reminderOn: tomorrow,
        resting: resting
      )
      let saved = try await SavedRuns.load(report.offers, context)
      let archived = report.items.isEmpty ? try await NoStreaks.archived(context) : nil
      try context.show(document) {
        StreaksViews.of(
          report,
          titles,
          faces: faces,
          saved: saved,
          resting: resting,
          archived: archived,
          context
        )
      }
      return
    }
    let found = try await context.ask(FindStreak(text: habit))
    let streak = try await context.ask(StreakOf(habit: found.habit))
    let narrowed = report.only(found.habit, streak)
    let resting = try await RestingHabits.load(narrowed, context)
    let document = StreaksDocument(
      narrowed,
      faces: faces,
      reminderOn: tomorrow,
      resting: resting
    )
    let saved = try await SavedRuns.load(narrowed.offers, context)
    try context.show(document) {
      StreaksViews.one(
        streak,
        narrowed,
        titles,
        faces: faces,
        saved: saved,
        resting: resting,
        context
      )
    }
  }
}

extension SpaceContext {
  /// Whether a module in this space can set reminders for habits.
  var offersReminders: Bool { answers(requestNamed: "reminders.set-reminder") }
}
