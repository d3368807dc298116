import ArgumentParser
import CommandKit
import Core
import Glibc
import Journals
import Runtime
import TrackingFormats

/// Tells a person, or a program, why a command was not done.
struct ErrorReport {
  private let error: any Error
  private let asJSON: Bool

  init(_ error: any Error, asJSON: Bool) {
    self.error = error
    self.asJSON = asJSON
  }

  /// Prints and ends the process: 1 for a refusal, 64 for a command line that makes no sense.
  func exit() -> Never {
    guard let (code, message) = words else { Root.exit(withError: error) }
    if asJSON, let text = try? JSON.pretty(Document(code: code, message: message)) {
      var output = Output(.standardOutput)
      output.print(text + "\n")
      output.flushOrExit()
    } else {
      let screen = Screen(TerminalProfile.detect(stream: .standardError))
      var output = Output(.standardError)
      output.print(screen.draw(Paragraph(verbatim: message)))
      output.flushOrExit()
    }
    Glibc.exit(1)
  }

  /// Nil for errors of the command line itself, which its parser words.
  private var words: (code: String, message: String)? {
    switch error {
    case let refusal as Refusal: (refusal.code, refusal.message)
    case let error as JournalError: ("storage-\(error.code.rawValue)", error.description)
    case let error as HostRefusal: ("modules", error.description)
    case let error as FormatError: ("import-unreadable", error.description)
    default: nil
    }
  }

  private struct Document: Encodable {
    struct Words: Encodable {
      let code: String
      let message: String
    }

    let error: Words

    init(code: String, message: String) { error = Words(code: code, message: message) }
  }
}
