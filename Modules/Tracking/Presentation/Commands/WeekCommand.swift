import ArgumentParser
import Commands
import Core
import Presentation

struct WeekCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "week",
    abstract: "Show the last seven days of every habit.",
    discussion: """
      Example:
        trellis week --plain
      """
  )

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let report = try await WeekReport.load(context)
    let archived = report.items.isEmpty ? try await NoHabits.archived(context) : nil
    try context.show(WeekDocument(report)) { WeekViews.of(report, archived: archived, context) }
  }
}
