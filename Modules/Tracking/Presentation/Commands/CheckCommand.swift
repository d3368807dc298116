import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct CheckCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Mark a habit as done.",
    discussion: """
      With a value, something measured is done once the value reaches its target.

      Examples:
        trellis check Read
        trellis check Read --value 12 --note "on the train"
        trellis check Run --day yesterday
      """
  )

  @OptionGroup var marked: MarkTarget

  @Option(
    parsing: .unconditional,
    help: "What you measured: 12, 1.5.",
    transform: CommandInput.amount
  )
  var value: Amount?

  @Option(help: "A few words to keep with the day; '' takes them away.")
  var note: String?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await marked.set(.done, value: value, note: note, in: context)
  }
}
