import Glibc

/// Talking with a person at a terminal.
enum Terminal {
  /// Whether a person can both read and answer.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Asks one line; nil when there is none to come.
  static func ask(_ question: String) -> String? {
    print(question, terminator: " ")
    fflush(nil)
    guard let line = readLine() else { return nil }
    var scalars = line.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
