import ArgumentParser
import CommandKit
import Core
import Products

/// Commands that exist in other products: saying so is kinder than "unknown command".
enum AbsentCommand {
  static func refuse(_ arguments: [String], in product: Product) throws {
    guard let word = arguments.first(where: { !$0.hasPrefix("-") }) else { return }
    let here = Catalog.surfaces(of: product).flatMap { $0.commands.map { $0._commandName } }
    guard !here.contains(word) else { return }
    let others = Catalog.products.filter { other in
      Catalog.surfaces(of: other).contains { $0.commands.contains { $0._commandName == word } }
    }
    guard !others.isEmpty else { return }
    let names = others.map(\.title).joined(separator: " and ")
    throw Refusal(
      "not-in-product",
      "\(product.title) has no “\(word)”; it is part of \(names). Your data stays as it is."
    )
  }
}
