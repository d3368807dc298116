import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct CheckCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check",
      abstract: "Mark a habit as done.",
      discussion: """
        With a value, something measured is done once the value reaches its target; without one, \
        it is done.

        Examples:
          trellis check Read
          trellis check Read --value 12 --note "on the train"
          trellis check Read --value +5\(MarkableDays.example("check Run"))
        """
    )
  }

  @OptionGroup var marked: MarkTarget

  @Option(
    parsing: .unconditional,
    help: "What you measured: 12, 1.5; +5 adds to what is there.",
    transform: MeasuredValue.init
  )
  var value: MeasuredValue?

  @Option(help: "A few words to keep with the day; '' takes them away.")
  var note: String?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await marked.set(.done, value: value, note: note, in: context)
  }
}
