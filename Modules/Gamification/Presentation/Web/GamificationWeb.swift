import Core
import Pages
import Presentation
import SobrietyContract
import StreaksContract
import TrackingContract

/// Badges, scores and celebrations in a browser.
extension GamificationPresentation: PagePresentation {
  public static let pages: [Page] = [BadgesPage.page, ScoresPage.page, ScorePage.page]

  public static let cards: [Card] = [
    Card(in: .habit, order: 30, body: RewardsCard.html)
  ]

  public static let actionResultPresenters = [WebCelebration.presenter]

  public static let documents: [DocumentEndpoint] = GamificationWebDocuments.all

  public static func pageStyles(for theme: Theme) -> String { GamificationStyles.rules }
}

extension PageContext {
  /// Returns the URL path of a habit's page, which depends on the modules of the product.
  func path(of habit: HabitID) -> String {
    answers(requestNamed: "tracking.all-habits") ? "/habits/\(habit)" : "/streaks/\(habit)"
  }

  /// Returns the URL path for sharing a badge; nil if no module provides share cards.
  ///
  /// - Parameter substances: the person's substances, whose milestones have cards of their own.
  func sharePath(
    _ habit: HabitID,
    _ level: Int,
    _ unit: StreakUnit,
    among substances: [Substance]
  ) -> String? {
    guard answers(requestNamed: "social.compose-share-card") else { return nil }
    if let substance = substances.first(where: { $0.id.habit == habit }) {
      return "/share?of=sober-reached.\(substance.id).\(level)"
    }
    return "/share?of=reached.\(habit).\(level).\(unit.rawValue)"
  }
}
