import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct HistoryCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Show how much was done on each day.",
    discussion: """
      A column for each week. The stronger the color, the more of your habits were done that day. \
      With --json each week and month has its rate too: the share of what was planned that was done.

      Examples:
        trellis history
        trellis history Read --weeks 52
        trellis history Read --by month
      """
  )

  @Argument(
    help: "Only this habit: its title, the beginning of it, or its id.",
    completion: .habits
  )
  var habit: String?

  @Option(help: "How many whole weeks to show before the current one.")
  var weeks = 12

  @Option(help: "List weeks or months with their rates instead: week or month.")
  var by: HistoryPeriod?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (1...1040).contains(weeks) else {
      throw ValidationError("Give a number of weeks from 1 to 1040.")
    }
  }

  func run(in context: CommandContext) async throws {
    var found: Habit?
    if let habit { found = try await context.ask(FindHabit(text: habit)) }
    let document = try await HistoryDocument.load(
      found,
      weeks: weeks,
      isByMonth: by == .month,
      isRated: by != nil || context.format == .json,
      context
    )
    try context.show(document) {
      guard let by else { return HistoryViews.of(document, context) }
      return HistoryViews.grouped(document, by: by, context)
    }
  }
}

/// The period by which a history is grouped.
enum HistoryPeriod: String, ExpressibleByArgument, CaseIterable {
  case week, month
}
