import CommandKit
import Core
import StreaksContract
import TrackingContract

/// `trellis streaks --json`.
struct StreaksDocument: Encodable, Sendable {
  struct Item: Encodable, Sendable {
    let id: HabitID
    let title: String
    let unit: StreakUnit
    let current: Int
    let best: Int
    let atRisk: Bool
    let adjusted: Double
    let score: Int
    let strength: Double
    let protectedDays: [Day]
    let protectedNow: Bool
    /// The first done day of the current streak.
    @OrNull var since: Day?

    init(_ streak: HabitStreak) {
      id = streak.habit
      title = streak.title
      unit = streak.unit
      current = streak.current
      best = streak.best
      atRisk = streak.atRisk
      adjusted = streak.adjusted
      score = streak.score
      strength = streak.strength
      protectedDays = streak.protectedDays
      protectedNow = streak.isProtectedNow
      since = streak.currentFrom
    }
  }

  let items: [Item]
  let freezes: FreezeStock
  let offers: [OfferDocument]

  init(_ report: StreaksReport) {
    items = report.items.map(Item.init)
    freezes = report.freezes
    offers = report.offers.map(OfferDocument.init)
  }
}

/// A missed day that a freeze could protect.
struct OfferDocument: Encodable, Sendable {
  let kind: FreezeOffer.Kind
  let id: HabitID
  let day: Day

  init(_ offer: FreezeOffer) {
    kind = offer.kind
    id = offer.habit
    day = offer.day
  }
}

extension StreaksReport {
  /// The report narrowed to one habit; the stock stays the person's whole one.
  func only(_ habit: HabitID, _ streak: HabitStreak) -> StreaksReport {
    StreaksReport(
      items: [streak],
      freezes: freezes,
      offers: offers.filter { $0.habit == habit }
    )
  }

  var titles: DistinctTitles { DistinctTitles(items.map(\.title)) }
}

/// `trellis freeze --json`.
struct FreezesDocument: Encodable, Sendable {
  let freezes: FreezeStock
  let offers: [OfferDocument]
}

/// `trellis freeze HABIT --json`.
struct FreezeUseDocument: Encodable, Sendable {
  let id: HabitID
  let title: String
  let day: Day
  let status: ShownStatus
  /// Freezes that are left.
  let available: Int
}
