import ArgumentParser
import CommandKit
import Core
import TrackingContract

struct HistoryCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show how much was done on each day.",
    discussion: """
      A column for each week. The stronger the color, the more of your habits were done that day.

      Examples:
        trellis history
        trellis history Read --weeks 52
      """
  )

  @Argument(
    help: "Only this habit: its title, the beginning of it, or its id.",
    completion: .habits
  )
  var habit: String?

  @Option(help: "How many whole weeks to show before the current one.")
  var weeks = 12

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (1...1040).contains(weeks) else {
      throw ValidationError("Give a number of weeks from 1 to 1040.")
    }
  }

  func run(in session: Session) async throws {
    var found: Habit?
    if let habit { found = try await session.ask(FindHabit(text: habit)) }
    let document = try await HistoryDocument.load(found, weeks: weeks, session)
    try session.show(document) { HistoryViews.of(document, session) }
  }
}
