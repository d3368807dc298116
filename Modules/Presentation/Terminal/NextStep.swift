import Core

/// A suggestion of what to type next.
public struct NextStep: View {
  private let command: String

  public init(_ command: String) { self.command = command }

  public func lines(on screen: Screen) -> [Text] {
    let lead = screen.profile.plain ? "Next: " : screen.sign("→ ", ascii: "> ")
    return Paragraph(Text(lead, .muted) + Text(command, .accent), hanging: 2).lines(on: screen)
  }
}

/// Quoting of words for a POSIX shell.
public enum ShellWord {
  /// The word unchanged if that is safe, else in single quotes.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
      default: false
      }
    }
    if isPlain, !word.isEmpty, !word.hasPrefix("-") { return word }
    return "'\(word.replacingScalars { $0 == "'" ? "'\\''" : nil })'"
  }
}
