import Products
import TrellisSDK

/// The plugins that are compiled into the programs, instead of being loaded from a folder.
///
/// A product names their modules in its own list; here is what they show, and what they run in the
/// background: `Plugin(MoodModule.self, showing: MoodPresentation.self)`. Their targets are in `included` of
/// Package.swift.
enum IncludedPlugins {
  static let all: [Plugin] = [
    // scaffold:plugins
  ]
}

extension [Plugin] {
  /// Those whose modules a product names.
  func part(of product: String) -> [Plugin] {
    let modules = ProductCatalog.product(named: product)?.modules ?? []
    return filter { plugin in modules.contains { $0.manifest.name == plugin.name } }
  }
}
