import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// How the done days are spread over the week.
///
/// For habits that are planned for certain days it is the share of these that was done. A quota
/// plans no certain day: where there is nothing else, it is the weekday's share of what was done.
struct WeekdayShares {
  /// Twelve weeks: long enough for a habit on one weekday, and short enough to be current.
  private static let days = 84

  struct Share: Equatable {
    let weekday: Weekday
    let done: Int
    let asked: Int
  }

  let shares: [Share]

  static func load(_ habits: [HabitID], _ context: PageContext) async throws -> WeekdayShares {
    let today = context.today
    var planned = WeekdayCounts()
    var quotas = WeekdayCounts()
    for habit in habits {
      let range = StreakDays(habit: habit, from: today.advanced(by: 1 - days), to: today)
      // Nothing is due before the habit's first day.
      let known = try await context.ask(range).drop(while: { $0.status == .notDue })
      if known.contains(where: \.isOpenToAQuota) {
        quotas.addDone(known)
      } else {
        planned.addAsked(known)
      }
    }
    let first = context.calendar.startOfWeek(today)
    let week = (0..<7).map { first.advanced(by: $0).weekday }
    return WeekdayShares(shares: planned.isEmpty ? quotas.spread(week) : planned.shares(week))
  }

  func chart(_ context: PageContext) -> HTML {
    let bars = shares.map { share in
      let part = share.asked == 0 ? 0 : Double(share.done) / Double(share.asked)
      return BarChart.Bar(
        String(share.weekday.name.prefix(2)),
        part,
        words: share.asked == 0 ? "–" : StreakComponents.percent(part)
      )
    }
    return BarChart(bars: bars, title: context.say(.weekdaysTitle), summary: summary(context)).html
  }

  /// Names the weekday that goes best, or two that go equally well; more are not worth a sentence.
  func summary(_ context: any SpaceContext) -> String {
    let known = shares.filter { $0.asked >= 2 && $0.done > 0 }
    guard let top = known.max(by: { $0.done * $1.asked < $1.done * $0.asked }) else { return "" }
    let best = known.filter { $0.done * top.asked == top.done * $0.asked }
    let names = ["weekday": best[0].weekday.name, "other": best[best.count - 1].weekday.name]
    switch best.count {
    case 1: return context.say(.weekdaysBest, names)
    case 2: return context.say(.weekdaysBestTwo, names)
    default: return ""
    }
  }
}

/// Numbers of days, by weekday.
private struct WeekdayCounts {
  private var done = [Int](repeating: 0, count: 8)
  private var asked = [Int](repeating: 0, count: 8)

  var isEmpty: Bool { asked.allSatisfy { $0 == 0 } }

  /// Adds days that were planned one by one.
  mutating func addAsked(_ days: some Sequence<StreakDay>) {
    for day in days where day.status == .done || day.status == .missed {
      if day.status == .done { done[day.day.weekday.rawValue] += 1 }
      asked[day.day.weekday.rawValue] += 1
    }
  }

  mutating func addDone(_ days: some Sequence<StreakDay>) {
    for day in days where day.status == .done { done[day.day.weekday.rawValue] += 1 }
  }

  func shares(_ week: [Weekday]) -> [WeekdayShares.Share] {
    week.map { .init(weekday: $0, done: done[$0.rawValue], asked: asked[$0.rawValue]) }
  }

  /// The weekdays' parts of all that was done.
  func spread(_ week: [Weekday]) -> [WeekdayShares.Share] {
    let all = done.reduce(0, +)
    return week.map { .init(weekday: $0, done: done[$0.rawValue], asked: all) }
  }
}

extension StreakDay {
  /// Whether the day was left open by a quota that any other day could fill.
  fileprivate var isOpenToAQuota: Bool { status == .notDue && isDue }
}
