import ArgumentParser
import CommandKit
import Core
import SampleContract

struct SampleCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Show the note, or write it."
  )

  @Argument(help: "The new note; left out, the note is shown.")
  var text: String?

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) async throws {
    let note =
      if let text {
        try await session.send(SetSampleNote(text: text))
      } else {
        try await session.ask(CurrentSampleNote())
      }
    try session.show(note) {
      [Paragraph(Text(note.text.isEmpty ? "There is no note yet." : note.text))]
    }
  }
}
