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
    guard let habit else { return try await show(report, in: context) }
    let found = try await context.ask(FindStreak(text: habit))
    try await show(found.habit, of: report, in: context)
  }

  private func show(_ report: StreaksReport, in context: CommandContext) async throws {
    let shown = try await ShownStreaks(report, of: report, in: context)
    let archived = report.items.isEmpty ? try await NoStreaks.archived(context) : nil
    try context.show(shown.document) {
      StreaksViews.of(
        report,
        shown.titles,
        faces: shown.faces,
        saved: shown.saved,
        resting: shown.resting,
        archived: archived,
        context
      )
    }
  }

  private func show(
    _ habit: HabitID,
    of report: StreaksReport,
    in context: CommandContext
  ) async throws {
    let streak = try await context.ask(StreakOf(habit: habit))
    let narrowed = report.only(habit, streak)
    let shown = try await ShownStreaks(narrowed, of: report, in: context)
    try context.show(shown.document) {
      StreaksViews.one(
        streak,
        narrowed,
        shown.titles,
        faces: shown.faces,
        saved: shown.saved,
        resting: shown.resting,
        context
      )
    }
  }
}

/// What streaks are shown with, whether all of them or one.
private struct ShownStreaks {
  let document: StreaksDocument
  let titles: DistinctTitles
  let faces: HabitFaces
  let saved: SavedRuns
  let resting: RestingHabits

  /// - Parameter all: the streaks of all habits, of which some may have the same title.
  init(
    _ report: StreaksReport,
    of all: StreaksReport,
    in context: CommandContext
  ) async throws {
    titles = try await all.titles(context)
    faces = try await HabitFaces(asking: context.askIfAvailable)
    saved = try await SavedRuns.load(report.offers, context)
    resting = try await RestingHabits.load(report, context)
    document = StreaksDocument(
      report,
      faces: faces,
      reminderOn: context.offersReminders ? context.today.advanced(by: 1) : nil,
      resting: resting
    )
  }
}

extension SpaceContext {
  /// Whether a module in this space can set reminders for habits.
  var offersReminders: Bool { answers(requestNamed: "reminders.set-reminder") }
}
