import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// A chart of how the done days are distributed over the week.
struct WeekdayShares {
  let counts: WeekdayCounts

  init(counts: WeekdayCounts) { self.counts = counts }

  /// The weekdays of all habits together.
  init(_ habits: [HabitStats]) { counts = habits.map(\.weekdays).reduce(WeekdayCounts(), +) }

  func chart(_ context: PageContext) -> HTML {
    let first = context.calendar.weekStart.rawValue - 1
    let shares = counts.shares
    let bars = (shares[first...] + shares[..<first]).map { share in
      let part = share.of == 0 ? 0 : Double(share.done) / Double(share.of)
      return BarChart.Bar(
        String(share.weekday.name.prefix(2)),
        part,
        words: share.of == 0 ? "–" : StreakComponents.percent(part)
      )
    }
    return BarChart(bars: bars, title: context.say(.weekdaysTitle), summary: summary(context)).html
  }

  /// Names the best weekdays.
  func summary(_ context: some SpaceContext) -> String {
    let best = counts.outstanding.map(\.name)
    switch best.count {
    case 0: return ""
    case 1: return context.say(.weekdaysBest, ["weekday": best[0]])
    default: return context.say(.weekdaysBestTwo, ["weekday": best[0], "other": best[1]])
    }
  }
}
