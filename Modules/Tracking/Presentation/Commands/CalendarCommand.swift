import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct CalendarCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    let line =
      MarkableDays.countsStreaks
      ? "The days of the current streak are joined by a line; notes" : "Notes"
    return CommandConfiguration(
      commandName: "calendar",
      abstract: "Show the days of one habit.",
      discussion: """
        \(line) are listed below.

        Example:
          trellis calendar Read --days 30
        """
    )
  }

  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .allHabits)
  var habit: String

  @Option(help: "How many days to show, today included.")
  var days = 90

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (1...3660).contains(days) else {
      throw ValidationError("Give a number of days from 1 to 3660.")
    }
  }

  func run(in context: CommandContext) async throws {
    let found = try await context.ask(FindHabit(text: habit))
    let today = context.today
    let report = try await CalendarReport.load(
      found,
      from: today.advanced(by: 1 - days),
      to: today,
      context
    )
    let document = CalendarDocument(report, zone: context.calendar.zone)
    try context.show(document) { CalendarViews.of(report, context) }
  }
}
