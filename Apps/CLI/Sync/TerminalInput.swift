import Core
import Glibc
import Terminal

/// Lines that a person types, which Ctrl-C ends without ending the program.
///
/// So what was begun can be taken back, such as a session on a server.
enum TerminalInput {
  private static let longest = 4096
  /// The character of Ctrl-C.
  private static let interrupt: UInt8 = 3

  /// Asks a question; nil for Ctrl-C and at the end of the input.
  static func ask(_ question: String) -> String? { line(question, isSecret: false) }

  /// Asks for what must not be seen.
  static func askSecretly(_ question: String) -> String? { line(question, isSecret: true) }

  private static func line(_ question: String, isSecret: Bool) -> String? {
    var output = Output()
    output.print(question + " ")
    output.flushOrExit()
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var now = before
    now.c_lflag &= ~tcflag_t(ISIG)
    if isSecret { now.c_lflag = now.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL) }
    // A line ends with Ctrl-C as well.
    withUnsafeMutableBytes(of: &now.c_cc) { $0[Int(VEOL)] = interrupt }
    // What was typed before the question is no answer to it.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &now)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
    return typed()
  }

  private static func typed() -> String? {
    var bytes = [UInt8](repeating: 0, count: longest)
    var count = -1
    repeat { count = read(STDIN_FILENO, &bytes, bytes.count) } while count < 0 && errno == EINTR
    guard count > 0, !bytes[..<count].contains(interrupt) else {
      var output = Output()
      output.print("\n")
      output.flushOrExit()
      return nil
    }
    return String(decoding: bytes[..<count], as: UTF8.self).trimmed
  }
}
