import Core
import Terminal

/// Reads a password that is typed twice and not shown, or one line of standard input.
enum NewPassword {
  static func read(fromInput: Bool) throws -> String {
    if fromInput {
      guard let line = readLine(), !line.isEmpty else { throw missing }
      return line
    }
    guard Dialog.isPossible else { throw missing }
    let first = try ask("Password (15 characters or more are best):")
    guard try ask("The same once more:") == first else {
      throw DomainError(
        "passwords-differ",
        "The two passwords are not the same. Nothing was changed: try once more."
      )
    }
    return first
  }

  private static func ask(_ question: String) throws -> String {
    guard let line = TerminalInput.askSecretly(question), !line.isEmpty else { throw missing }
    return line
  }

  private static let missing = DomainError(
    "password-missing",
    "No password was given. Nothing was changed: type it, or send it by --password-stdin."
  )
}
