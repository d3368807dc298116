import ArgumentParser
import Commands
import Core
import Presentation
import SampleContract
import Terminal

struct SampleCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Show the note, or write it."
  )

  @Argument(help: "The new note; left out, the note is shown.")
  var text: String?

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let note =
      if let text {
        try await context.send(SetSampleNote(text: text))
      } else {
        try await context.ask(CurrentSampleNote())
      }
    try context.show(note) {
      [Paragraph(Text(note.text.isEmpty ? "There is no note yet." : note.text))]
    }
  }
}
