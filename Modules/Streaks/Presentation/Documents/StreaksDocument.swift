import Commands
import Core
import Presentation
import StreaksContract
import TrackingContract

/// The output of `trellis streaks --json`.
struct StreaksDocument: Codable, Sendable {
  struct Item: Codable, Sendable {
    let id: HabitID
    let title: String
    @OrNull var icon: String?
    @OrNull var color: HabitColor?
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

    init(_ streak: HabitStreak, _ faces: HabitFaces) {
      icon = faces.icon(of: streak.habit)?.description
      color = faces.color(of: streak.habit)
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

  /// - Parameters:
  ///   - day: tomorrow, for which a reminder is offered for runs that ended; nil if no module
  ///     sends reminders.
  ///   - resting: the habits for which none is offered, since they rest tomorrow.
  init(
    _ report: StreaksReport,
    faces: HabitFaces = HabitFaces(),
    reminderOn day: Day? = nil,
    resting: RestingHabits = RestingHabits()
  ) {
    items = report.items.map { Item($0, faces) }
    freezes = report.freezes
    let reminders = day.map { day in
      report.items.filter { $0.isBroken && !resting.restsTomorrow($0.habit) }
        .map { OfferDocument(.reminder, $0.habit, day) }
    }
    offers = report.offers.map(OfferDocument.init) + (reminders ?? [])
    returned = report.returned.map(ReturnedDocument.init)
  }
}

/// An offer to help: a freeze for a missed day, or a reminder after a run that ended.
struct OfferDocument: Codable, Sendable {
  enum Kind: String, Codable, Sendable, CaseIterable {
    case freeze
    case reminder
  }

  let kind: Kind
  let id: HabitID
  /// The day to protect, or to remind on.
  let day: Day

  init(_ offer: FreezeOffer) { self.init(.freeze, offer.habit, offer.day) }

  init(_ kind: Kind, _ id: HabitID, _ day: Day) {
    self.kind = kind
    self.id = id
    self.day = day
  }
}

/// A freeze that was given back.
struct ReturnedDocument: Codable, Sendable {
  let id: HabitID
  let title: String
  /// The day that the freeze would have protected.
  let day: Day

  init(_ returned: ReturnedFreeze) {
    id = returned.habit
    title = returned.title
    day = returned.day
  }
}

extension StreaksReport {
  /// Returns the report for one habit; the stock remains that of all habits.
  func only(_ habit: HabitID, _ streak: HabitStreak) -> StreaksReport {
    StreaksReport(
      items: [streak],
      freezes: freezes,
      offers: offers.filter { $0.habit == habit },
      returned: returned.filter { $0.habit == habit }
    )
  }

  /// Returns the habits to begin anew today, the best first.
  ///
  /// Their run has ended, no freeze can save it, and they do not rest today.
  func beyondSaving(_ resting: RestingHabits) -> [HabitStreak] {
    items.filter { streak in
      streak.isBroken && !resting.restsToday(streak.habit)
        && !offers.contains { $0.habit == streak.habit }
    }
    .sorted { $0.best * $0.unit.days > $1.best * $1.unit.days }
  }

  func titles(_ context: any SpaceContext) async throws -> DistinctTitles {
    try await DistinctTitles(
      items.map { ($0.habit, $0.title) },
      asking: context.askIfAvailable
    )
  }
}

/// The output of `trellis freeze --json`.
struct FreezesDocument: Codable, Sendable {
  let freezes: FreezeStock
  let offers: [OfferDocument]
  let returned: [ReturnedDocument]
}

/// The output of `trellis freeze HABIT --json`.
struct FreezeUseDocument: Encodable, Sendable {
  let id: HabitID
  let title: String
  let day: Day
  let status: DisplayStatus
  /// The number of freezes left.
  let available: Int
}

extension SavedRuns {
  static func load(_ offers: [FreezeOffer], _ context: any SpaceContext) async throws -> SavedRuns {
    var runs: [HabitRuns] = []
    for offer in offers {
      runs += try await context.askIfAvailable(RunsOf(habit: offer.habit)) ?? []
    }
    return SavedRuns(offers, among: runs)
  }
}
