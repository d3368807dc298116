import ArgumentParser
import CommandKit
import Core
import TrackingContract

struct CalendarCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "Show the days of one habit.",
    discussion: """
      The days of the current streak are joined by a line; notes are listed below.

      Example:
        trellis calendar Read --days 30
      """
  )

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

  func run(in session: Session) async throws {
    let found = try await session.ask(FindHabit(text: habit))
    let today = session.today
    let report = try await CalendarReport.load(
      found,
      from: today.advanced(by: 1 - days),
      to: today,
      session
    )
    let document = CalendarDocument(report, zone: session.calendar.zone)
    try session.show(document) { CalendarViews.of(report, session) }
  }
}
