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

  private var name: String { module.manifest.name }

  /// Why it cannot be part of `product`; nil if it can.
  func refusal(in product: Product) -> String? {
    let manifests = (product.modules + [module]).map { $0.manifest }
    if let error = ModuleSet.refusal(of: manifests) { return error.description }
    guard let presentation else { return nil }
    let commands = presentation.commands(for: product)
    if commands.contains(where: { $0.configuration.commandName == nil }) {
      return "\(name) adds a command without a name."
    }
    let forms = (presentation as? any PagePresentation.Type)?.actions.map(\.name) ?? []
    if let foreign = forms.first(where: { !$0.hasPrefix("\(name).") }) {
      return "\(name) adds the form \(foreign), whose name belongs to another module. The names of "
        + "a module’s forms begin with its own."
    }
    return taken(by: presentation, in: product).map {
      "\(name) adds \($0), which is there already."
    }
  }

  /// Returns the name that `presentation` would add although it is taken.
  private func taken(by presentation: any CommandPresentation.Type, in product: Product) -> String?
  {
    let here = ProductCatalog.presentations(of: product)
    let command = ProductAddition.twin(
      of: presentation.commands(for: product).compactMap { $0.configuration.commandName },
      in: here.flatMap { $0.commands(for: product) }.compactMap { $0.configuration.commandName }
    ) { ProgramNames.commands.contains($0) }
    if let command { return "the command \(command)" }
    let setting = ProductAddition.twin(
      of: presentation.settings(for: product).map(\.key),
      in: here.flatMap { $0.settings(for: product) }.map(\.key)
    ) { _ in false }
    if let setting { return "the setting \(setting)" }
    guard let pages = presentation as? any PagePresentation.Type else { return nil }
    let others = ProductCatalog.pagePresentations(of: product)
    func first(_ names: (any PagePresentation.Type) -> [String]) -> String? {
      ProductAddition.twin(of: names(pages), in: others.flatMap(names)) {
        ProgramNames.contain(address: $0)
      }
    }
    return first { $0.pages(for: product).map(\.path) }.map { "the page \($0)" }
      ?? first { $0.documents.map(\.path) }.map { "the document \($0)" }
      ?? first { $0.downloads.map(\.path) }.map { "the download \($0)" }
  }

  /// Returns the first of `names` that is among `others` or the programs' own, or there twice.
  private static func twin(
    of names: [String],
    in others: @autoclosure () -> [String],
    isOwn: (String) -> Bool
  ) -> String? {
    guard !names.isEmpty else { return nil }
    var seen = Set(others())
    return names.first { isOwn($0) || !seen.insert($0).inserted }
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
