import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct DayCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Show one day of a habit, or change its note.",
    discussion: """
      Examples:
        trellis day Read yesterday
        trellis day Read yesterday --note "on the train"
      """
  )

  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .allHabits)
  var habit: String

  @Argument(
    help: "today, yesterday, YYYY-MM-DD or a number of days ago such as -2; today if not given.",
    transform: DayArgument.read
  )
  var day: DayArgument?

  @Option(help: "A few words to keep with the day, whatever it was; '' takes them away.")
  var note: String?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let (text, note, today) = (habit, note, context.today)
    let day = day?.day(today: today) ?? today
    let report = try await context.run { space in
      let found = try space.ask(FindHabit(text: text))
      if let note {
        let mark = try space.ask(CheckOn(habit: found.id, day: day)).entry.mark
        try space.send(SetCheck(habit: found.id, day: day, mark: mark, note: note))
      }
      return try DayReport.load(found, day, today: today, in: space)
    }
    try context.show(DayDocument(report, zone: context.calendar.zone)) {
      DayViews.of(report, context)
    }
  }
}
