import Commands
import Core
import Presentation
import Terminal

/// The output of a command that shows only a short message.
enum CommandOutput {
  static func print(
    _ document: some Encodable,
    _ sentence: String,
    _ options: GlobalOptions,
    _ app: CommandLineApp
  ) throws {
    try print(document, [sentence], options, app)
  }

  /// Prints sentences that are not part of the output.
  static func warn(_ sentences: String) {
    let screen = Screen(TerminalProfile.detect(stream: .standardError))
    var output = Output(.standardError)
    output.print(screen.draw(Paragraph(verbatim: sentences)))
    // The command's result does not depend on it.
    _ = output.flush()
  }

  /// - Parameter sentences: each begins on its own line.
  static func print(
    _ document: some Encodable,
    _ sentences: [String],
    _ options: GlobalOptions,
    _ app: CommandLineApp
  ) throws {
    try print(document, sentences.map { Paragraph(verbatim: $0) }, options, app)
  }

  static func print(
    _ document: some Encodable,
    _ views: [any View],
    _ options: GlobalOptions,
    _ app: CommandLineApp
  ) throws {
    var output = Output()
    switch options.format {
    case .json: output.print(try JSON.pretty(document) + "\n")
    case .text:
      let screen = app.screen(plain: options.plain)
      for view in views { output.print(screen.draw(view)) }
    }
    output.flushOrExit()
  }
}
