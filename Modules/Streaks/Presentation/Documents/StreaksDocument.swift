import Commands
import Core
import Presentation
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
  let returned: [ReturnedDocument]

  /// - Parameter reminderOn: the day for which a reminder is offered where a run has ended; nil
  ///   where nothing here reminds.
  init(_ report: StreaksReport, reminderOn day: Day? = nil) {
    items = report.items.map(Item.init)
    freezes = report.freezes
    let reminders = day.map { day in
      report.items.filter(\.isBroken).map { OfferDocument(.reminder, $0.habit, day) }
    }
    offers = report.offers.map(OfferDocument.init) + (reminders ?? [])
    returned = report.returned.map(ReturnedDocument.init)
  }
}

/// Something that could help: a freeze for a missed day, a reminder after a run that ended.
struct OfferDocument: Encodable, Sendable {
  enum Kind: String, Encodable, Sendable {
    case freeze
    case reminder
  }

  let kind: Kind
  let id: HabitID
  /// The day to be protected, or to be reminded on.
  let day: Day

  init(_ offer: FreezeOffer) { self.init(.freeze, offer.habit, offer.day) }

  init(_ kind: Kind, _ id: HabitID, _ day: Day) {
    self.kind = kind
    self.id = id
    self.day = day
  }
}

/// A freeze that was given back.
struct ReturnedDocument: Encodable, Sendable {
  let id: HabitID
  let title: String
  /// The day that it would have protected.
  let day: Day

  init(_ returned: ReturnedFreeze) {
    id = returned.habit
    title = returned.title
    day = returned.day
  }
}

extension StreaksReport {
  /// The report narrowed to one habit; the stock stays the person's whole one.
  func only(_ habit: HabitID, _ streak: HabitStreak) -> StreaksReport {
    StreaksReport(
      items: [streak],
      freezes: freezes,
      offers: offers.filter { $0.habit == habit },
      returned: returned.filter { $0.habit == habit }
    )
  }

  var titles: DistinctTitles { DistinctTitles(items.map(\.title)) }
}

/// `trellis freeze --json`.
struct FreezesDocument: Encodable, Sendable {
  let freezes: FreezeStock
  let offers: [OfferDocument]
  let returned: [ReturnedDocument]
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
