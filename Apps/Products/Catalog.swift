import CommandKit
import Core
import GamificationSurface
import PageKit
import ProfileSurface
import RemindersContract
import RemindersSurface
import SobrietySurface
import SocialSurface
import StreaksSurface
import TelemetrySurface
import TrackingSurface
import WidgetSurface

/// The products that this build can be run as, and what their modules show on a command line.
public enum Catalog {
  /// In the order in which they are offered; the first is the one for people who did not choose.
  public static let products: [Product] = [.hobbyist, .beebloom, .sober, .streaks]

  private static let surfaces: [any Surface.Type] = [
    TrackingSurface.self, SobrietySurface.self, StreaksSurface.self, GamificationSurface.self,
    RemindersSurface.self, SocialSurface.self,
    ProfileSurface.self,
    WidgetSurface.self, TelemetrySurface.self,
  ]

  public static func product(named name: String) -> Product? {
    products.first { $0.name == name.lowercased() }
  }

  /// The surfaces of the modules that `product` has.
  public static func surfaces(of product: Product) -> [any Surface.Type] {
    let names = product.modules.map { $0.manifest.name }
    return surfaces.filter { names.contains($0.module) }
  }

  /// Those of the surfaces of `product` that show something in a browser.
  public static func webSurfaces(of product: Product) -> [any WebSurface.Type] {
    surfaces(of: product).compactMap { $0 as? any WebSurface.Type }
  }

  /// The commands of the modules that `product` has, in the order in which help lists them.
  public static func commands(of product: Product) -> [any TrellisCommand.Type] {
    surfaces(of: product).flatMap { $0.commands(for: product) }
  }

  /// What someone who is new to `product` types first.
  public static func firstStep(of product: Product) -> String {
    surfaces(of: product).compactMap { $0.firstStep }.first ?? "trellis --help"
  }

  /// What tells notices to the person in front of a terminal.
  public static func notifier(_ session: Session) -> any Notifier { TerminalNotifier(session) }

  /// A notice in words, for ways to a person that have a title and a body.
  public static func text(of item: InboxItem, _ session: Session) -> NoticeText {
    NoticeTexts.of(item, session)
  }

  /// What a notice says whose button could not do its work.
  public static func refusal(_ reason: String, _ session: Session) -> NoticeText {
    NoticeTexts.refused(reason, session)
  }
}
