import Products
import TrellisSDK

/// The plugins that are compiled into the programs, instead of being loaded from a folder.
///
/// A product names their modules in its own list; this list contains their presentations and their
/// background services: `Plugin(MoodModule.self, showing: MoodPresentation.self)`. Their targets
/// are in `included` of Package.swift.
enum IncludedPlugins {
  static let all: [Plugin] = [
    // scaffold:plugins
  ]
}

extension [Plugin] {
  /// The plugins whose modules a product names.
  func part(of product: String) -> [Plugin] {
    let modules = ProductCatalog.product(named: product)?.modules ?? []
    return filter { plugin in modules.contains { $0.manifest.name == plugin.name } }
  }
}
