import ArgumentParser
import Commands
import Core
import Engine
import Pages
import Presentation

/// A module that a plugin adds to the products of this build, with what it shows.
public struct ProductAddition: Sendable {
  public let module: any Module.Type
  public let presentation: (any CommandPresentation.Type)?

  public init(_ module: any Module.Type, showing presentation: (any CommandPresentation.Type)?) {
    self.module = module
    self.presentation = presentation
  }

  /// Why it cannot be part of `product`; nil if it can.
  func refusal(in product: Product) -> String? {
    let manifests = (product.modules + [module]).map { $0.manifest }
    if let error = ModuleSet.refusal(of: manifests) { return error.description }
    guard let presentation else { return nil }
    return taken(by: presentation, in: product).map {
      "\(module.manifest.name) adds \($0), which is there already."
    }
  }

  /// Returns the name that `presentation` would add although it is taken.
  private func taken(by presentation: any CommandPresentation.Type, in product: Product) -> String?
  {
    let commands = Set(ProductCatalog.commands(of: product).map { $0.configuration.commandName })
    let command = presentation.commands(for: product).compactMap { $0.configuration.commandName }
      .first(where: commands.contains)
    if let command { return "the command \(command)" }
    guard let pages = presentation as? any PagePresentation.Type else { return nil }
    let here = ProductCatalog.pagePresentations(of: product)
    func first(_ names: (any PagePresentation.Type) -> [String]) -> String? {
      let known = Set(here.flatMap(names))
      return names(pages).first(where: known.contains)
    }
    return first { $0.pages(for: product).map(\.path) }.map { "the page \($0)" }
      ?? first { $0.actions.map(\.name) }.map { "the form \($0)" }
      ?? first { $0.documents.map(\.path) }.map { "the document \($0)" }
      ?? first { $0.downloads.map(\.path) }.map { "the download \($0)" }
  }
}

extension Product {
  /// The same product with one more module.
  func adding(_ module: any Module.Type) -> Product {
    Product(
      name: name,
      title: title,
      summary: summary,
      counting: counting,
      modules: modules + [module],
      policies: policies,
      voice: voice,
      theme: theme
    )
  }
}
