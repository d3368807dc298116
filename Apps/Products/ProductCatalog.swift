import Commands
import Core
import GamificationPresentation
import Locks
import Pages
import Presentation
import ProfilePresentation
import RemindersContract
import RemindersPresentation
import SobrietyPresentation
import SocialPresentation
import StreaksPresentation
import TelemetryPresentation
import TrackingPresentation
import WidgetPresentation

/// The products of this build, and the presentations of their modules.
///
/// Plugins that a program loads are added once, before anything asks for a product.
public enum ProductCatalog {
  /// In the order in which they are offered; the first is the default.
  public static var products: [Product] { catalog.withLock { $0.products } }

  private struct Catalog: Sendable {
    var products: [Product] = [
      .hobbyist, .beebloom, .sober, .streaks,
      // scaffold:products
    ]
    var presentations: [any CommandPresentation.Type] = [
      TrackingPresentation.self, SobrietyPresentation.self, StreaksPresentation.self,
      GamificationPresentation.self,
      RemindersPresentation.self, SocialPresentation.self,
      ProfilePresentation.self,
      WidgetPresentation.self, TelemetryPresentation.self,
      // scaffold:presentations
    ]
  }

  private static let catalog = Locked(Catalog())

  /// Adds the module of a plugin to every product that it can be part of.
  ///
  /// - Returns: why it is not part of a product, by the product's name; empty if it is part of all.
  public static func add(_ addition: ProductAddition) -> [String: String] {
    var refusals: [String: String] = [:]
    let products = self.products.map { product in
      refusals[product.name] = addition.refusal(in: product)
      return refusals[product.name] == nil ? product.adding(addition.module) : product
    }
    catalog.withLock {
      $0.products = products
      if let presentation = addition.presentation { $0.presentations.append(presentation) }
    }
    return refusals
  }

  /// Shows a module that products name but that has no presentation in this build.
  public static func show(_ presentation: (any CommandPresentation.Type)?) {
    guard let presentation else { return }
    catalog.withLock { catalog in
      guard !catalog.presentations.contains(where: { $0.module == presentation.module }) else {
        return
      }
      catalog.presentations.append(presentation)
    }
  }

  public static func product(named name: String) -> Product? {
    products.first { $0.name == name.lowercased() }
  }

  /// The presentations of the product's modules.
  public static func presentations(of product: Product) -> [any CommandPresentation.Type] {
    let names = product.modules.map { $0.manifest.name }
    return catalog.withLock { $0.presentations }.filter { names.contains($0.module) }
  }

  /// The presentations of `product` that contribute to the web app.
  public static func pagePresentations(of product: Product) -> [any PagePresentation.Type] {
    presentations(of: product).compactMap { $0 as? any PagePresentation.Type }
  }

  /// The commands of the product's modules, in the order in which help lists them.
  public static func commands(of product: Product) -> [any TrellisCommand.Type] {
    presentations(of: product).flatMap { $0.commands(for: product) }
  }

  /// The first command for a new user of `product`.
  public static func firstStep(of product: Product) -> String {
    presentations(of: product).compactMap { $0.firstStep }.first ?? "trellis --help"
  }

  /// The notifier that shows notices on a terminal.
  public static func notifier(_ context: CommandContext) -> any Notifier {
    TerminalNotifier(context)
  }

  /// The notices that still say what holds, of those that nobody could see when they were given.
  public static func standing(
    _ items: [InboxItem],
    _ context: any SpaceContext
  ) async -> [InboxItem] {
    await LateNotices.standing(items, context)
  }

  /// The text of a notice, for channels that show a title and a body.
  public static func text(of item: InboxItem, _ context: any SpaceContext) -> NoticeText {
    NoticeTexts.of(item, context)
  }

  /// The text of a notice whose button failed.
  public static func refusal(_ reason: String, _ context: any SpaceContext) -> NoticeText {
    NoticeTexts.refused(reason, context)
  }
}
