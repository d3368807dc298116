import Core
import StreaksContract
import TrackingContract

/// Handles the query for rates, trends and totals.
enum StatsHandlers {
  static func stats(
    _ state: StreaksState,
    _ query: StatsOf,
    _ context: RequestContext
  ) throws
    -> StatsReport
  {
    let shown = state.statuses(context).filter { !$0.traits.archived }.inDisplayOrder()
    let items = try query.habit.map { [try state.status(of: $0, context)] } ?? shown
    return StatsReport(items: items.map(\.stats), consistency: consistency(of: shown))
  }

  private static func consistency(of habits: [StreakStatus]) -> Double? {
    let rates = habits.compactMap { Rates.rate(of: $0.ledger, lastDays: 30) }
    return rates.isEmpty ? nil : rates.reduce(0, +) / Double(rates.count)
  }
}
