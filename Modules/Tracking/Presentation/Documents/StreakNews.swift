import Core
import Presentation
import StreaksContract
import TrackingContract

/// The news of today about runs that ended, and about the freezes that could save them.
struct StreakNews: Sendable {
  /// The stock of freezes; nil in products without freezes.
  var freezes: FreezeStock?
  var offers: [FreezeOffer] = []
  var saved = SavedRuns()
  /// The runs that ended recently and that no freeze can save, the best first; without those of
  /// habits that rest today.
  var ended: [EndedStreak] = []

  /// - Parameter resting: the habits that rest today, so that nobody is urged to begin them anew.
  static func load(
    _ report: StreaksReport,
    resting: Set<HabitID>,
    _ context: any SpaceContext
  ) async throws -> StreakNews {
    let policies = context.product.policies
    guard policies.showsStreaks, context.answers(RunsOf.self) else { return StreakNews() }
    var news = StreakNews()
    if policies.allowsFreezes {
      var runs: [HabitRuns] = []
      for offer in report.offers { runs += try await context.ask(RunsOf(habit: offer.habit)) }
      news.freezes = report.freezes
      news.offers = report.offers
      news.saved = SavedRuns(report.offers, among: runs)
    }
    let ended = try await context.askIfAvailable(EndedStreaks(days: EndedStreaks.metFor))
    let met = ended?.met(besides: news.offers) ?? []
    news.ended = met.filter { !resting.contains($0.habit) }
    return news
  }
}

/// The effect of marking a day on freezes.
struct FreezeNews: Sendable {
  /// The number of freezes that the mark earned.
  var earned = 0
  /// The number of freezes in stock.
  var available = 0
  /// The offer to save the run that yesterday broke.
  var offer: FreezeOffer?
  var saved = SavedRuns()

  /// The number of freezes that a habit has earned, to be compared with the number after a mark.
  static func earned(by habit: HabitID, in space: any SpaceScope) throws -> Int {
    try space.askIfAvailable(RunsOf(habit: habit))?.first?.earnedFreezes ?? 0
  }

  /// - Parameter before: the number of freezes that the habit had earned before the mark.
  static func load(
    of streak: HabitStreak,
    before: Int,
    in space: any SpaceScope
  ) throws -> FreezeNews {
    var news = FreezeNews(earned: max(0, try earned(by: streak.habit, in: space) - before))
    let isRestart = streak.current == 1 && streak.best > 1
    guard news.earned > 0 || isRestart, let report = try space.askIfAvailable(AllStreaks()) else {
      return news
    }
    news.available = report.freezes.available
    news.offer = report.offers.first { $0.habit == streak.habit }
    if let offer = news.offer {
      news.saved = SavedRuns([offer], among: try space.ask(RunsOf(habit: offer.habit)))
    }
    return news
  }
}

extension Policies {
  /// Whether freezes are mentioned: they exist, and so do the streaks that they save.
  var tellsFreezes: Bool { allowsFreezes && showsStreaks }
}
