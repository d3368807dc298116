import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// Streaks, freezes and analytics in a browser.
extension StreaksPresentation: PagePresentation {
  public static let pages: [Page] = [StreaksPage.page, StreakPage.page]

  /// Where the numbers are kept from view, there is no page of them.
  public static func pages(for product: Product) -> [Page] {
    product.policies.showsStreaks ? pages : []
  }

  public static let cards: [Card] = [
    Card(in: .todayTop, order: 10, body: FreezeCard.offers),
    Card(in: .todayTop, order: 20, body: EndedCard.today),
    Card(in: .habit, order: 10, body: HabitCard.standing),
    Card(in: .habit, order: 20, body: HabitCard.analytics),
    Card(in: .analytics, order: 10, body: AnalyticsCard.html),
  ]

  public static let actions: [FormAction] = [
    FormAction("streaks.use-freeze", run: FreezeCard.use)
  ]

  public static let documents: [Document] = StreaksDocuments.all

  public static func styles(for theme: Theme) -> String { StreaksStyles.rules }
}

extension PageContext {
  var showsStreaks: Bool { product.policies.showsStreaks }

  /// The page of a habit, where some module here has one.
  func path(of habit: HabitID) -> String {
    answers(requestNamed: "tracking.all-habits") ? "/habits/\(habit)" : StreakPage.path(of: habit)
  }
}
