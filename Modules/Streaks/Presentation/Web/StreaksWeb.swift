import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The web presentation of streaks, freezes and analytics.
extension StreaksPresentation: PagePresentation {
  public static let pages: [Page] = [StreaksPage.page, StreakPage.page]

  /// Returns no pages for products that hide the numbers.
  public static func pages(for product: Product) -> [Page] {
    product.policies.showsStreaks ? pages : []
  }

  public static let cards: [Card] = [
    Card(in: .todayHead, order: 10, body: Blaze.head),
    Card(in: .todayHead, order: 10, body: GardenHead.html),
    Card(in: .todayTop, order: 10, body: FreezeCard.offers),
    Card(in: .todayTop, order: 20, body: EndedCard.today),
    Card(in: .habit, order: 10, body: HabitCard.status),
    Card(in: .habit, order: 20, body: HabitCard.analytics),
    Card(in: .analytics, order: 10, body: AnalyticsCard.html),
  ]

  public static let actions: [FormAction] = [
    FormAction("streaks.use-freeze", run: FreezeCard.use)
  ]

  public static let documents: [DocumentEndpoint] = StreaksDocuments.all

  public static func styles(for theme: Theme) -> String {
    // Where a garden is drawn there are no pages of streaks.
    switch theme.look.motif {
    case .garden: GardenStyles.rules
    case .ember: StreaksStyles.home + Blaze.rules
    default: StreaksStyles.home
    }
  }

  public static func pageStyles(for theme: Theme) -> String {
    theme.look.motif == .garden ? StreaksStyles.roots : StreaksStyles.roots + StreaksStyles.pages
  }
}

extension PageContext {
  var showsStreaks: Bool { product.policies.showsStreaks }

  /// Returns the name of a streak's habit within a sentence.
  func label(of streak: HabitStreak) async throws -> String {
    try await DistinctTitles.label(streak.title, streak.habit, asking: askIfAvailable)
  }

  /// Returns the path of a habit's page, which is Tracking's if that module is present.
  func path(of habit: HabitID) -> String {
    answers(requestNamed: "tracking.all-habits") ? "/habits/\(habit)" : StreakPage.path(of: habit)
  }
}
