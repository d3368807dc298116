import ArgumentParser
import Commands
import Core
import Presentation
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

  @Argument(
    help: "today, yesterday, YYYY-MM-DD or a number of days ago such as -2; today if not given.",
    transform: DayArgument.read
  )
  var day: DayArgument?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let found = try await context.ask(FindHabit(text: habit))
    let day = day?.day(today: context.today) ?? context.today
    let report = try await DayReport.load(found, day, context)
    try context.show(DayDocument(report, zone: context.calendar.zone)) {
      DayViews.of(report, context)
    }
  }
}
