import Core
import Sealing
import Terminal

/// Asks a person about an account, on the terminal or through a script.
struct AccountInput {
  /// Whether secrets come from standard input, one per line.
  let readsInput: Bool
  /// Whether a person can be asked.
  let canAsk: Bool
  let screen: Screen

  init(readsInput: Bool, asJSON: Bool, _ screen: Screen) {
    self.readsInput = readsInput
    self.screen = screen
    canAsk = !readsInput && !asJSON && Dialog.isPossible
  }

  static let cancelled = DomainError("cancelled", "Nothing was changed.")

  // MARK: Lines

  /// Asks for a value that is not secret.
  ///
  /// - Parameter option: the option by which a script provides it.
  func line(_ question: String, option: String) throws -> String {
    guard canAsk else { throw missing(question, option) }
    guard let answer = TerminalInput.ask(screen.readable(question)), !answer.isEmpty else {
      throw AccountInput.cancelled
    }
    return answer
  }

  /// The address of an account.
  ///
  /// - Parameter offered: used if the person only presses Enter.
  func email(_ given: String?, offering offered: String?) throws -> String {
    if let given { return given }
    guard let offered else { return try line("E-mail address:", option: "--email ADDRESS") }
    guard canAsk else { return offered }
    let question = "E-mail address (Enter for \(printable(offered))):"
    guard let answer = TerminalInput.ask(screen.readable(question)) else {
      throw AccountInput.cancelled
    }
    return answer.isEmpty ? offered : answer
  }

  /// Tells a person who can still choose otherwise.
  func advise(_ words: String) {
    guard canAsk else { return }
    var output = Output()
    output.print(screen.draw(Paragraph(verbatim: words)))
    output.flushOrExit()
  }

  /// Returns whether the person says yes; anything else is no.
  func confirms(_ question: String) throws -> Bool {
    guard canAsk else { return false }
    guard let answer = TerminalInput.ask(screen.readable("\(question) [y/N]")) else {
      throw AccountInput.cancelled
    }
    return ["y", "yes"].contains(answer.lowercased())
  }

  // MARK: Secrets

  /// Asks for a password, which is not shown.
  ///
  /// - Parameter option: the option with which a script writes it to standard input.
  func password(_ question: String, option: String = "--password-stdin") throws -> String {
    if readsInput {
      guard let line = readLine(), !line.isEmpty else {
        throw DomainError(
          "no-password",
          "Standard input has no password. Nothing was changed: write it there, in a line of its own."
        )
      }
      return line
    }
    guard canAsk else { throw missing(question, option) }
    guard let answer = TerminalInput.askSecretly(screen.readable(question)), !answer.isEmpty else {
      throw AccountInput.cancelled
    }
    return answer
  }

  /// Asks for a new password, twice on a terminal.
  func newPassword(option: String = "--password-stdin") throws -> String {
    let password = try password("New password:", option: option)
    guard canAsk else { return password }
    guard try self.password("The same once more:") == password else {
      throw DomainError(
        "passwords-differ",
        "The two passwords are not the same. Nothing was changed: begin again."
      )
    }
    return password
  }

  /// Shows a person the recovery phrase, and continues once they have it.
  ///
  /// If nobody can be asked, it is part of the output instead (``note(of:)``).
  func hand(over phrase: RecoveryPhrase) throws {
    guard canAsk else { return }
    var output = Output()
    for view in AccountInput.note(of: phrase) { output.print(screen.draw(view)) }
    output.flushOrExit()
    let number = Int.random(in: 1...phrase.groups.count)
    let question = "To go on, type group \(number) of it:"
    for _ in 0..<3 {
      guard let answer = TerminalInput.ask(screen.readable(question)), !answer.isEmpty else {
        throw AccountInput.cancelled
      }
      if answer.uppercased() == phrase.groups[number - 1] { return }
    }
    throw DomainError(
      "phrase-not-noted",
      "That is not what group \(number) says. Nothing was changed and no account was made: begin again, "
        + "with something to write at hand."
    )
  }

  /// The phrase, and what it is for.
  static func note(of phrase: RecoveryPhrase) -> [any View] {
    [
      Paragraph(
        verbatim: "This recovery phrase opens your entries should you ever lose the password: with "
          + "it and a code from whoever runs the server you set a new one (trellis sync recover). "
          + "Without the password and without the phrase nobody can open them, not even whoever runs "
          + "the server. Write it down now and keep it where nobody else looks:"
      ),
      Paragraph(Text(phrase.text, .bold), indent: 2),
    ]
  }

  /// Writes the phrase to standard error if what would have shown it has failed.
  ///
  /// Whoever could be asked has been shown it before.
  func warn(of phrase: RecoveryPhrase) {
    guard !canAsk else { return }
    CommandOutput.warn(
      "Without this recovery phrase nobody can open the account once its password is lost, so write "
        + "it down:  \(phrase.text)"
    )
  }

  private func missing(_ question: String, _ option: String) -> DomainError {
    let what = question.hasSuffix(":") ? String(question.dropLast()).lowercased() : question
    return DomainError(
      "nobody-to-ask",
      "The \(what) is missing, and nobody can be asked here. Nothing was changed: give it by  \(option)"
    )
  }
}
