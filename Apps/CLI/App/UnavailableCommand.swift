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
