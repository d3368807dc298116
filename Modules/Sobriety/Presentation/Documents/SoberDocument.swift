import Core
import Presentation
import SobrietyContract
import TrackingContract

/// The output of `trellis sober --json`, and of marking a day or setting figures.
struct SoberDocument: Codable, Sendable {
  let id: SubstanceID
  let substance: String
  /// Today, or the day that was just marked.
  let day: Day
  let status: SoberStatus
  let shade: Int
  let drinks: Int
  let current: Int
  let longest: Int
  /// The savings in the smallest unit of `currency`; 0 while figures are missing.
  let savedMinor: Int64
  @OrNull var currency: String?
  /// Kilocalories saved; 0 while figures are missing.
  let calories: Int64
  /// All milestones ever reached.
  let milestones: [Milestone]
  /// The milestones that a run reached with the latest mark; absent if nothing was marked.
  let reached: [Gain]?
  /// The next milestone of the current run, and the day that would reach it.
  let nextMilestone: Milestone
  /// The health information for the length of the current run.
  let health: [HealthMilestone]
  @OrNull var why: String?

  struct Milestone: Codable, Sendable, Equatable {
    let days: Int
    let day: Day
  }

  struct Gain: Codable, Sendable, Equatable {
    let days: Int
    /// The day on which the run reaches the milestone.
    let day: Day
    /// The number of runs that have reached it, including this one.
    let times: Int
  }

  init(_ marked: MarkedDay) {
    self.init(
      marked.sobriety,
      marked: marked.day,
      reached: marked.reached.map { Gain(days: $0.days, day: $0.day, times: $0.times) }
    )
  }

  /// - Parameter marked: The day that was marked; nil for today.
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
  /// The health information up to the length of the current run, longest last.
  var reachedHealth: [HealthMilestone] {
    HealthMilestone.known(for: substance).filter { $0.days <= current }
  }
}

/// The output of `trellis sober timer --json`.
struct TimerDocument: Codable, Sendable {
  let running: Bool
  /// RFC 3339 in the user's time zone; null while the timer is at zero.
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

/// The output of `trellis sober calendar --json`.
struct SoberCalendarDocument: Codable, Sendable {
  let substance: String
  let days: [SoberDay]
}

/// The output of `trellis sober settings --json`.
struct FiguresDocument: Codable, Sendable {
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

/// The output of `trellis sober why --json`.
struct WhyDocument: Codable, Sendable {
  let substance: String
  @OrNull var why: String?

  init(_ sobriety: Sobriety) {
    substance = sobriety.substance.name
    why = sobriety.why.isEmpty ? nil : sobriety.why
  }
}

/// The output of `trellis sober delete --json`.
struct DeletedSubstanceDocument: Encodable, Sendable {
  let id: SubstanceID
  let deleted: Bool
}
