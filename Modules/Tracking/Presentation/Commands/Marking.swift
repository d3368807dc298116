import ArgumentParser
import Commands
import Core
import GamificationContract
import Presentation
import TrackingContract

/// The habit and the day that a command marks.
struct MarkTarget: ParsableArguments {
  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .habits)
  var habit: String

  @Option(
    parsing: .unconditional,
    help: "today, yesterday, YYYY-MM-DD or a number of days ago such as -2.",
    completion: .list(["today", "yesterday"])
  )
  var day: DayArgument?

  /// Marks the day and shows its new state.
  func set(
    _ mark: Mark,
    value: Amount? = nil,
    note: String? = nil,
    in context: CommandContext
  ) async throws {
    let (text, today) = (habit, context.today)
    let day = day?.day(today: today) ?? today
    // Finding, marking and loading happen in one step, so that no other change comes between.
    let report = try await context.run { space in
      let found = try space.ask(FindHabit(text: text))
      let command = SetCheck(habit: found.id, day: day, mark: mark, value: value, note: note)
      let state = try space.send(command)
      return try DayReport.load(state.habit, state.day, today: today, in: space)
    }
    let earned = context.signals.all(of: BadgeEarned.self)
    let milestones = earned.map { MilestoneDocument($0.badge) }
    try context.show(DayDocument(report, zone: context.calendar.zone, milestones: milestones)) {
      DayViews.confirmation(report, of: mark, context)
    }
  }
}
