import Core
import Presentation
import SobrietyContract
import TrackingContract

/// `trellis sober --json`, and what marking a day or setting figures prints.
struct SoberDocument: Encodable, Sendable {
  let id: SubstanceID
  let substance: String
  /// Today, or the day that was just marked.
  let day: Day
  let status: SoberStatus
  let shade: Int
  let drinks: Int
  let current: Int
  let longest: Int
  /// In the smallest unit of `currency`; 0 while figures are missing.
  let savedMinor: Int64
  @OrNull var currency: String?
  /// Kilocalories; 0 while figures are missing.
  let calories: Int64
  /// Those that were ever reached.
  let milestones: [Milestone]
  /// What a run reached by the mark that was just made; left out where nothing was marked.
  let reached: [Gain]?
  /// The next one of the current run, and the day that would reach it.
  let nextMilestone: Milestone
  /// What is said about the time that the current run has lasted.
  let health: [HealthMilestone]
  @OrNull var why: String?

  struct Milestone: Encodable, Sendable, Equatable {
    let days: Int
    let day: Day
  }

  struct Gain: Encodable, Sendable, Equatable {
    let days: Int
    /// The day on which the run has as many.
    let day: Day
    /// How many runs have reached it, this one included.
    let times: Int
  }

  init(_ marked: MarkedDay) {
    self.init(
      marked.sobriety,
      marked: marked.day,
      reached: marked.reached.map { Gain(days: $0.days, day: $0.day, times: $0.times) }
    )
  }

  /// - Parameter marked: the day that was marked, if one was; else today.
  init(_ sobriety: Sobriety, marked: SoberDay? = nil, reached: [Gain]? = nil) {
    self.reached = reached
    id = sobriety.substance.id
    substance = sobriety.substance.name
    day = marked?.day ?? sobriety.day
    status = marked?.status ?? sobriety.status
    drinks = marked?.drinks ?? sobriety.drinks
    shade = marked?.shade ?? (sobriety.status == .sober ? min(10, sobriety.current) : 0)
    current = sobriety.current
    longest = sobriety.longest
    savedMinor = sobriety.savedMinor ?? 0
    currency = sobriety.figures.price?.currency.code
    calories = sobriety.savedCalories ?? 0
    milestones = sobriety.milestones.map { Milestone(days: $0.days, day: $0.day) }
    nextMilestone = Milestone(days: sobriety.nextMilestone, day: sobriety.nextMilestoneDay)
    health = sobriety.reachedHealth
    why = sobriety.why.isEmpty ? nil : sobriety.why
  }
}

extension Sobriety {
  /// What is known about the time that the current run has lasted, longest last.
  var reachedHealth: [HealthMilestone] {
    HealthMilestone.known(for: substance).filter { $0.days <= current }
  }
}

/// `trellis sober timer --json`.
struct TimerDocument: Encodable, Sendable {
  let running: Bool
  /// RFC 3339 in the person's zone; null while the timer stands still.
  @OrNull var since: String?
  let days: Int64
  let hours: Int64
  let minutes: Int64
  let seconds: Int64

  init(_ timer: SoberTimer, zone: Zone) {
    running = timer.isRunning
    since = timer.since?.rfc3339(in: zone)
    days = timer.days
    hours = timer.hours
    minutes = timer.minutes
    seconds = timer.seconds
  }
}

/// `trellis sober calendar --json`.
struct SoberCalendarDocument: Encodable, Sendable {
  let substance: String
  let days: [SoberDay]
}

/// `trellis sober settings --json`.
struct FiguresDocument: Encodable, Sendable {
  let substance: String
  let drinksPerWeek: Double
  let costMinor: Int64
  @OrNull var currency: String?
  /// Kilocalories in one drink.
  let calories: Int
  let savedMinor: Int64
  let savedCalories: Int64

  init(_ sobriety: Sobriety) {
    substance = sobriety.substance.name
    drinksPerWeek = sobriety.figures.drinksPerWeek.value
    costMinor = sobriety.figures.price?.minor ?? 0
    currency = sobriety.figures.price?.currency.code
    calories = sobriety.figures.calories
    savedMinor = sobriety.savedMinor ?? 0
    savedCalories = sobriety.savedCalories ?? 0
  }
}

/// `trellis sober why --json`.
struct WhyDocument: Encodable, Sendable {
  let substance: String
  @OrNull var why: String?

  init(_ sobriety: Sobriety) {
    substance = sobriety.substance.name
    why = sobriety.why.isEmpty ? nil : sobriety.why
  }
}

/// `trellis sober delete --json`.
struct DeletedSubstanceDocument: Encodable, Sendable {
  let id: SubstanceID
  let deleted: Bool
}
