import Core
import Glibc
import Presentation

/// Talking with a person at a terminal.
public enum Dialog {
  /// Whether a person can both read and answer.
  public static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Asks one line; nil when there is none to come.
  public static func ask(_ question: String) -> String? {
    var output = Output()
    output.print(question + " ")
    output.flushOrExit()
    return readLine()?.trimmed
  }

  /// Whether a person says yes to a question; anything but yes is no.
  public static func agrees(to question: String) -> Bool {
    let answer = ask("\(question) [y/N]")?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}
