import ArgumentParser
import Core
import Glibc
import Products
import Terminal

/// Reports to a person, or a program, why a command failed.
struct ErrorReport {
  private let error: any Error
  private let command: any ParsableCommand.Type
  private let asJSON: Bool

  /// - Parameter command: the command that failed; the root if none was found.
  init(
    _ error: any Error,
    of command: any ParsableCommand.Type = RootCommand.self,
    asJSON: Bool
  ) {
    self.error = error
    self.command = command
    self.asJSON = asJSON
  }

  /// Prints the error and exits: 1 for a failed command, 64 for an invalid command line.
  func exit() -> Never {
    guard let words = ErrorMessage(error) else { exitOfParser() }
    if asJSON, let text = try? JSON.pretty(Document(words)) {
      var output = Output(.standardOutput)
      output.print(text + "\n")
      output.flushOrExit()
    } else {
      let screen = Screen(TerminalProfile.detect(stream: .standardError))
      var output = Output(.standardError)
      output.print(screen.draw(Paragraph(verbatim: words.message)))
      output.flushOrExit()
    }
    Glibc.exit(1)
  }

  /// Prints help, or the error in the command line, and exits.
  private func exitOfParser() -> Never {
    let code = RootCommand.exitCode(for: error)
    let stream: OutputStream = code.isSuccess ? .standardOutput : .standardError
    let screen = Screen(TerminalProfile.detect(stream: stream))
    let isBroken = screen.profile.isTerminal && !code.isSuccess
    let words = isBroken ? broken(self.words, on: screen) : self.words
    // Not printed by the parser, which would not notice that they could not be written.
    if !words.isEmpty {
      var output = Output(stream)
      output.print(screen.readable(words) + "\n")
      output.flushOrExit()
    }
    Glibc.exit(code.rawValue)
  }

  /// Breaks lines between words, which a terminal would break anywhere; the parser does so for help
  /// alone.
  private func broken(_ words: String, on screen: Screen) -> String {
    words.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { Text(String($0)).wrapped(to: screen.width, hanging: 7) }
      .map(\.content)
      .joined(separator: "\n")
  }

  /// The parser's words, with the usage of the command that failed.
  ///
  /// The parser knows that command only for what it refuses itself. Where a command refuses its
  /// arguments while it runs, it would explain the root.
  private var words: String {
    guard let refusal = error as? ValidationError,
      let path = ErrorReport.path(to: command, below: RootCommand.self)
    else { return RootCommand.fullMessage(for: error) }
    let names = path.joined(separator: " ")
    let usage = RootCommand.usageString(for: command).replacing("\n", with: "\n       ")
    return """
      Error: \(refusal.message)
      Usage: \(usage)
        See '\(names) --help' for more information.
      """
  }

  /// Returns the names that call a command, such as `trellis sync login`; nil if there is none.
  private static func path(
    to command: any ParsableCommand.Type,
    below root: any ParsableCommand.Type
  ) -> [String]? {
    if root == command { return [root._commandName] }
    for child in root.configuration.subcommands {
      if let path = path(to: command, below: child) { return [root._commandName] + path }
    }
    return nil
  }

  private struct Document: Encodable {
    struct Words: Encodable {
      let code: String
      let message: String
    }

    let error: Words

    init(_ words: ErrorMessage) { error = Words(code: words.code, message: words.message) }
  }
}
