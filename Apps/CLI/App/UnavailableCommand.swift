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
    let near = meant(by: word, here, in: product)
    // After an option the word may be its value, which the parser knows.
    guard !near.isEmpty || isHelp || arguments.first == word else { return }
    let question = question(near)
    throw ValidationError("There is no command “\(word)”.\(question) Nothing was changed.")
  }

  private static func question(_ commands: [String]) -> String {
    guard !commands.isEmpty else { return "" }
    return " Did you mean \(commands.map { "“\($0)”" }.joined(separator: " or "))?"
  }

  /// What other programs call what is an option or another word here.
  private static let otherWords = [
    "archive": "edit HABIT --archive", "done": "check", "remove": "delete",
    "rename": "edit HABIT --title TITLE",
  ]

  /// Returns the commands that a word may stand for: in other words, as the name of a subcommand, or
  /// misspelled.
  private static func meant(by word: String, _ here: [String], in product: Product) -> [String] {
    if let other = otherWords[word], here.contains(where: { other.hasPrefix($0) }) {
      return [other]
    }
    let nested = subcommands(word, of: RootCommand.commands(of: product))
    guard nested.isEmpty else { return nested }
    return SpellingSuggestion.nearest(to: word, in: here).map { [$0] } ?? []
  }

  private static func subcommands(
    _ word: String,
    of commands: [any ParsableCommand.Type]
  ) -> [String] {
    commands.flatMap { command in
      command.configuration.subcommands
        .filter { $0.configuration.shouldDisplay && $0._commandName == word }
        .map { "\(command._commandName) \($0._commandName)" }
    }
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
    // What its modules have, such as the calendar of sober days, and not the list of backups.
    let own = ProductCatalog.commands(of: product).map { $0 as any ParsableCommand.Type }
    let question = question(subcommands(word, of: own))
    return DomainError(
      "not-in-product",
      "\(product.title) has no “\(word)”; it is part of \(list).\(question) Your data stays as it "
        + "is."
    )
  }
}
