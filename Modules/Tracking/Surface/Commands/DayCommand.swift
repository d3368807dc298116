import ArgumentParser
import CommandKit
import Core
import TrackingContract

struct DayCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Show one day of a habit, with its time and note.",
    discussion: """
      Example:
        trellis day Read yesterday
      """
  )

  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .allHabits)
  var habit: String

  @Argument(help: "today, yesterday or YYYY-MM-DD; today if not given.")
  var day: DayArgument?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let found = try await session.ask(FindHabit(text: habit))
    let day = day?.day(today: session.today) ?? session.today
    let report = try await DayReport.load(found, day, session)
    try session.show(DayDocument(report, zone: session.calendar.zone)) {
      DayViews.of(report, session)
    }
  }
}
