import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct UncheckCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "uncheck",
    abstract: "Take back what a day was marked as.",
    discussion: """
      Example:
        trellis uncheck Read
      """
  )

  @OptionGroup var marked: MarkTarget
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws { try await marked.set(.open, in: context) }
}
