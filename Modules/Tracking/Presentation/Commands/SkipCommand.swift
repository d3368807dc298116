import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct SkipCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "skip",
      abstract: Help.say(.helpSkip),
      discussion: """
        For several days at once see “trellis vacation”.

        Example:
          trellis skip Run --note "a cold"
        """
    )
  }

  @OptionGroup var marked: MarkTarget

  @Option(help: "A few words to keep with the day.")
  var note: String?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await marked.set(.skipped, note: note, in: context)
  }
}
