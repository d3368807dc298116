import Core
import Presentation
import StreaksContract
import TrackingContract

/// The output of `trellis stats --json`.
struct StatsDocument: Codable, Sendable {
  /// Rates from 0 to 1; null if nothing was scheduled.
  struct Rates: Codable, Sendable {
    @OrNull var week: Double?
    @OrNull var month: Double?
    @OrNull var all: Double?
  }

  struct Item: Codable, Sendable {
    let id: HabitID
    let title: String
    let totalDays: Int
    let rates: Rates
    let trend30: [Double]
    /// The best weekday of the last twelve weeks, `monday`; null unless a single one is the best.
    @OrNull var bestWeekday: String?
    let averageStreak: Double
    let runs: Int
    let best: Int
    let unit: StreakUnit

    init(_ stats: HabitStats) {
      id = stats.habit
      title = stats.title
      totalDays = stats.totalDays
      rates = Rates(week: stats.rates.week, month: stats.rates.month, all: stats.rates.all)
      trend30 = stats.trend30
      bestWeekday = stats.weekdays.best.count == 1 ? stats.weekdays.best[0].name.lowercased() : nil
      averageStreak = stats.averageStreak
      runs = stats.runs
      best = stats.best
      unit = stats.unit
    }
  }

  let items: [Item]
  @OrNull var consistency: Double?

  init(_ report: StatsReport) {
    items = report.items.map(Item.init)
    consistency = report.consistency
  }
}

extension StatsReport {
  func titles(_ context: any SpaceContext) async throws -> DistinctTitles {
    try await DistinctTitles(
      items.map { ($0.habit, $0.title) },
      asking: context.askIfAvailable
    )
  }
}
