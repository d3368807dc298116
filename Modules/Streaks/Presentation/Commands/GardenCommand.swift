import ArgumentParser
import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

struct GardenCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "garden",
      abstract: Help.say(.helpGarden),
      discussion: """
        Example:
          trellis garden
        """
    )
  }

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let report = try await GardenReport.load(context)
    let archived = report.items.isEmpty ? try await NoStreaks.archived(context) : nil
    try context.show(GardenDocument(report)) {
      guard !report.items.isEmpty else {
        return [Paragraph(Text(context.say(NoStreaks.words(archived))))]
      }
      return [GardenView(report, context)]
    }
  }
}
