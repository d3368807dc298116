import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct UncheckCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "uncheck",
    abstract: "Leave a day open, whatever it was marked as.",
    discussion: """
      To have what it was before the last change, see “trellis undo”.

      Example:
        trellis uncheck Read
      """
  )

  @OptionGroup var marked: MarkTarget
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws { try await marked.set(.open, in: context) }
}
