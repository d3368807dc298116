import ArgumentParser
import Core

/// Explains the name of a command that a program does not have.
///
/// The parser takes such a word for an argument of the command that is run without a name, and may
/// name an option instead that only the meant one has.
public enum MisspelledCommand {
  /// Parses the arguments of a program.
  public static func parse(
    _ arguments: [String],
    of program: any ParsableCommand.Type
  ) throws -> any ParsableCommand {
    do {
      return try program.parseAsRoot(arguments)
    } catch {
      guard !program.exitCode(for: error).isSuccess else { throw error }
      let (name, message) = (program._commandName, program.message(for: error))
      if let refusal = refusal(of: arguments, below: program, called: name, message) {
        throw refusal
      }
      throw error
    }
  }

  /// What a command has no subcommand for, such as `trellis sync logni`; nil for any other error.
  ///
  /// - Parameters:
  ///   - arguments: what follows the name of the command.
  ///   - path: how the command is called: `trellis sync`.
  ///   - message: what the parser says.
  public static func refusal(
    of arguments: [String],
    below command: any ParsableCommand.Type,
    called path: String,
    _ message: String
  ) -> ValidationError? {
    let names = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .map { $0._commandName }
    guard !names.isEmpty, let word = arguments.first(where: { !$0.hasPrefix("-") }),
      !names.contains(word)
    else { return nil }
    let isRefused = message.contains("nexpected argument") && message.contains("'\(word)'")
    let near = SpellingSuggestion.nearest(to: word, in: names)
    // What a command itself says of a word is more than this could say.
    let isOption = message.contains("nknown option")
    guard isRefused || isOption && near != nil else { return nil }
    let guess =
      near.map { "Did you mean “\($0)”?" } ?? "There are: \(names.joined(separator: ", "))."
    return ValidationError("“\(path)” has no command “\(word)”. \(guess) Nothing was changed.")
  }
}
