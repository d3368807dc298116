import Commands
import Core
import GamificationPresentation
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

/// The products that this build can be run as, and what their modules show on a command line.
public enum ProductCatalog {
  /// In the order in which they are offered; the first is the one for people who did not choose.
  public static let products: [Product] = [.hobbyist, .beebloom, .sober, .streaks]

  private static let presentations: [any CommandPresentation.Type] = [
    TrackingPresentation.self, SobrietyPresentation.self, StreaksPresentation.self,
    GamificationPresentation.self,
    RemindersPresentation.self, SocialPresentation.self,
    ProfilePresentation.self,
    WidgetPresentation.self, TelemetryPresentation.self,
  ]

  public static func product(named name: String) -> Product? {
    products.first { $0.name == name.lowercased() }
  }

  /// The presentations of the modules that `product` has.
  public static func presentations(of product: Product) -> [any CommandPresentation.Type] {
    let names = product.modules.map { $0.manifest.name }
    return presentations.filter { names.contains($0.module) }
  }

  /// Those of the presentations of `product` that show something in a browser.
  public static func pagePresentations(of product: Product) -> [any PagePresentation.Type] {
    presentations(of: product).compactMap { $0 as? any PagePresentation.Type }
  }

  /// The commands of the modules that `product` has, in the order in which help lists them.
  public static func commands(of product: Product) -> [any TrellisCommand.Type] {
    presentations(of: product).flatMap { $0.commands(for: product) }
  }

  /// What someone who is new to `product` types first.
  public static func firstStep(of product: Product) -> String {
    presentations(of: product).compactMap { $0.firstStep }.first ?? "trellis --help"
  }

  /// What tells notices to the person in front of a terminal.
  public static func notifier(_ context: CommandContext) -> any Notifier {
    TerminalNotifier(context)
  }

  /// A notice in words, for ways to a person that have a title and a body.
  public static func text(of item: InboxItem, _ context: any SpaceContext) -> NoticeText {
    NoticeTexts.of(item, context)
  }

  /// What a notice says whose button could not do its work.
  public static func refusal(_ reason: String, _ context: any SpaceContext) -> NoticeText {
    NoticeTexts.refused(reason, context)
  }
}
