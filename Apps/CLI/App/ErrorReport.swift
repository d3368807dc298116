import ArgumentParser
import Core
import Glibc
import Products
import Terminal

/// Reports to a person, or a program, why a command failed.
struct ErrorReport {
  private let error: any Error
  private let asJSON: Bool

  init(_ error: any Error, asJSON: Bool) {
    self.error = error
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
    guard screen.profile.isASCIIOnly else { RootCommand.exit(withError: error) }
    let words = RootCommand.fullMessage(for: error)
    if !words.isEmpty {
      var output = Output(stream)
      output.print(screen.readable(words) + "\n")
      output.flushOrExit()
    }
    Glibc.exit(code.rawValue)
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
