import ArgumentParser
import Commands
import Core
import Presentation

struct TodayCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "Show today's habits.",
    discussion: """
      Mark one with “trellis check”, for instance:
        trellis check Read
      """
  )

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let report = try await TodayReport.load(context, tellsNews: context.format == .text)
    try context.show(TodayDocument(report, context)) { TodayViews.of(report, context) }
  }
}
