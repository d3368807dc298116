import Core
import Glibc
import Presentation

/// Interaction with a person at a terminal.
public enum Dialog {
  /// Whether a person can both read and answer.
  public static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Prompts for one line; nil at the end of the input.
  public static func ask(_ question: String) -> String? {
    var output = Output()
    output.print(Screen(.detect()).readable(question) + " ")
    output.flushOrExit()
    return readLine()?.trimmed
  }

  /// Asks a yes-or-no question; any answer except yes is no.
  public static func confirm(to question: String) -> Bool {
    let answer = ask("\(question) [y/N]")?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}
