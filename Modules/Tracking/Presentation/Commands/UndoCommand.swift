import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct UndoCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take the last change of a day back, as if it had not been made.",
    discussion: """
      The day is again what it was before: a smaller value, skipped, or open. Its note stays as it \
      is. Typed twice, it takes back what it did. An import is taken back by “trellis import --undo”.

      Example:
        trellis undo Read
      """
  )

  @OptionGroup var marked: MarkTarget
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws { try await marked.undo(in: context) }
}
