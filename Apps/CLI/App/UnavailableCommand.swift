import ArgumentParser
import Core
import Presentation
import Products

/// Explains commands that are not available: part of another product, or misspelled.
///
/// This is kinder than "unexpected argument".
enum UnavailableCommand {
  static func refuse(_ arguments: [String], in product: Product) throws {
    let words = arguments.filter { !$0.hasPrefix("-") }
    // The parser would show the help of all commands for one that is not there.
    let isHelp = arguments.first == "help"
    guard let word = isHelp ? words.dropFirst().first : words.first else { return }
    let here =
      RootCommand.commands(of: product).compactMap { $0.configuration.commandName } + ["help"]
    guard !here.contains(word) else { return }
    guard word != "undo" else { throw undo }
    let others = ProductCatalog.products.filter { other in
      RootCommand.commands(of: other).contains { $0.configuration.commandName == word }
    }
    guard others.isEmpty else { throw elsewhere(word, others, product) }
    let near = SpellingSuggestion.nearest(to: word, in: here)
    // After an option the word may be its value, which the parser knows.
    guard near != nil || isHelp || arguments.first == word else { return }
    let guess = near.map { " Did you mean “\($0)”?" } ?? ""
    throw ValidationError("There is no command “\(word)”.\(guess) Nothing was changed.")
  }

  /// What a command has no subcommand for, such as `trellis sync logni`; nil for any other error.
  ///
  /// The parser takes such a word for an argument of the subcommand that is run without a name, and
  /// may name an option instead that only the meant one has.
  static func misspelled(
    _ arguments: [String],
    below command: any ParsableCommand.Type,
    _ error: any Error
  ) -> ValidationError? {
    let names = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .map { $0._commandName }
    guard !names.isEmpty, let word = arguments.dropFirst().first(where: { !$0.hasPrefix("-") }),
      !names.contains(word)
    else { return nil }
    let message = RootCommand.message(for: error)
    let isRefused = message.contains("nexpected argument") && message.contains("'\(word)'")
    let near = SpellingSuggestion.nearest(to: word, in: names)
    // What a command itself says of a word is more than this could say.
    let isOption = message.contains("nknown option")
    guard isRefused || isOption && near != nil else { return nil }
    let guess =
      near.map { "Did you mean “\($0)”?" } ?? "There are: \(names.joined(separator: ", "))."
    return ValidationError(
      "“trellis \(command._commandName)” has no command “\(word)”. \(guess) Nothing was changed."
    )
  }

  /// How to undo something in a product without habits.
  private static var undo: ValidationError {
    ValidationError(
      "There is no command “undo”. To take a mark back, type  trellis sober undo ; to take an import "
        + "back,  trellis import --undo . Nothing was changed."
    )
  }

  private static func elsewhere(
    _ word: String,
    _ others: [Product],
    _ product: Product
  ) -> DomainError {
    var names = others.map(\.title)
    let last = names.removeLast()
    let list = names.isEmpty ? last : "\(names.joined(separator: ", ")) and \(last)"
    return DomainError(
      "not-in-product",
      "\(product.title) has no “\(word)”; it is part of \(list). Your data stays as it is."
    )
  }
}
