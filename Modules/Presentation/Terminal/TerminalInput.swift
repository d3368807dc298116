import Core
import Glibc

/// Lines that a person types; Ctrl-C ends the input without ending the program.
///
/// The program can then undo what it has begun, such as a session on a server.
public enum TerminalInput {
  private static let longest = 4096
  /// The character of Ctrl-C.
  private static let interrupt: UInt8 = 3

  /// Asks a question; nil for Ctrl-C and at the end of the input.
  public static func ask(_ question: String) -> String? { line(question, isSecret: false) }

  /// Asks for input that must not be visible; spaces at its ends are kept.
  public static func askSecretly(_ question: String) -> String? { line(question, isSecret: true) }

  static func line(
    _ question: String,
    isSecret: Bool,
    from terminal: Int32 = STDIN_FILENO,
    to output: Int32 = STDOUT_FILENO
  ) -> String? {
    var output = Output(descriptor: output)
    output.print(question + " ")
    output.flushOrExit()
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return nil }
    var now = before
    now.c_lflag &= ~tcflag_t(ISIG)
    if isSecret { now.c_lflag = now.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL) }
    // A line ends with Ctrl-C as well.
    withUnsafeMutableBytes(of: &now.c_cc) { $0[Int(VEOL)] = interrupt }
    // What was typed before the question is not an answer to it.
    tcsetattr(terminal, TCSAFLUSH, &now)
    defer { tcsetattr(terminal, TCSANOW, &before) }
    guard let line = typed(terminal) else {
      output.print("\n")
      output.flushOrExit()
      return nil
    }
    return isSecret ? line : line.trimmed
  }

  private static func typed(_ terminal: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: longest)
    var count = -1
    repeat { count = read(terminal, &bytes, bytes.count) } while count < 0 && errno == EINTR
    guard count > 0, !bytes[..<count].contains(interrupt) else { return nil }
    let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }
}
