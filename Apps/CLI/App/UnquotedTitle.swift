import ArgumentParser
import Terminal

/// Explains a title of several words that was typed without quotes.
enum UnquotedTitle {
  /// What the parser refuses because of such a title; nil for any other error.
  ///
  /// - Parameters:
  ///   - arguments: a command and its arguments.
  ///   - message: what the parser says.
  static func refusal(
    of arguments: [String],
    of command: any ParsableCommand.Type,
    _ message: String
  ) -> ValidationError? {
    let usage = RootCommand.usageString(for: command)
    let words = DashedTitles.words(of: arguments)
    guard message.contains("nexpected argument"), words.count > 1,
      ["<habit>", "<title>"].contains(where: { usage.contains($0) })
    else { return nil }
    let title = ShellWord.quoted(words.joined(separator: " "))
    return ValidationError(
      "\(message). If that belongs to the title, put quotes around it: "
        + "trellis \(command._commandName) \(title)"
    )
  }
}
