import Core
import TrackingContract

/// One substance as of today.
public struct Sobriety: Codable, Sendable, Equatable {
  public let substance: Substance
  /// Today.
  public let day: Day
  /// Today's status.
  public let status: SoberStatus
  /// The number of drinks today, if today is not sober and they were counted.
  public let drinks: Int
  /// Sober days in the run that ends today or, while today is unmarked, yesterday.
  public let current: Int
  /// The length of the longest run so far.
  public let longest: Int
  /// The number of all days marked sober.
  public let soberDays: Int
  public let timer: SoberTimer
  public let figures: SobrietyFigures
  /// The savings, in the currency's smallest unit; nil until drinks per week and a price are set.
  public let savedMinor: Int64?
  /// Kilocalories saved; nil until drinks per week and calories are set.
  public let savedCalories: Int64?
  /// All milestones ever reached, shortest first.
  public let milestones: [ReachedMilestone]
  /// The number of sober days at which the current run reaches the next milestone.
  public let nextMilestone: Int
  public let why: String

  public init(
    substance: Substance,
    day: Day,
    status: SoberStatus,
    drinks: Int,
    current: Int,
    longest: Int,
    soberDays: Int,
    timer: SoberTimer,
    figures: SobrietyFigures,
    savedMinor: Int64?,
    savedCalories: Int64?,
    milestones: [ReachedMilestone],
    nextMilestone: Int,
    why: String
  ) {
    self.substance = substance
    self.day = day
    self.status = status
    self.drinks = drinks
    self.current = current
    self.longest = longest
    self.soberDays = soberDays
    self.timer = timer
    self.figures = figures
    self.savedMinor = savedMinor
    self.savedCalories = savedCalories
    self.milestones = milestones
    self.nextMilestone = nextMilestone
    self.why = why
  }

  /// The day on which the current run reaches its next milestone if it continues.
  public var nextMilestoneDay: Day {
    let last = status == .sober ? day : day.advanced(by: -1)
    return last.advanced(by: nextMilestone - current)
  }
}

/// The duration of the run that includes today, in elapsed seconds.
public struct SoberTimer: Codable, Sendable, Equatable {
  /// The start of the run; nil while the timer is at zero.
  ///
  /// It is at zero unless today is sober, or is the day of a reported last use and has no mark.
  public let since: Instant?
  /// Whole seconds since the start; clock changes do not affect them.
  public let elapsed: Int64

  public init(since: Instant?, now: Instant) {
    self.since = since
    elapsed = since.map { max(0, (now.milliseconds - $0.milliseconds) / 1000) } ?? 0
  }

  public var isRunning: Bool { since != nil }
  /// Whole days of 24 hours.
  public var days: Int64 { elapsed / 86_400 }
  /// The hours beyond whole days, 0...23.
  public var hours: Int64 { elapsed / 3600 % 24 }
  public var minutes: Int64 { elapsed / 60 % 60 }
  public var seconds: Int64 { elapsed % 60 }
}

/// A number of consecutive sober days, and the day on which a run first reached it.
public struct ReachedMilestone: Codable, Sendable, Equatable {
  public let days: Int
  public let day: Day

  public init(days: Int, day: Day) {
    self.days = days
    self.day = day
  }
}

/// A number of consecutive sober days that a run has just reached.
public struct NewMilestone: Codable, Sendable, Equatable {
  public let days: Int
  /// The day on which the run reaches it.
  public let day: Day
  /// The number of runs that have reached it, including this one.
  public let times: Int

  public init(days: Int, day: Day, times: Int) {
    self.days = days
    self.day = day
    self.times = times
  }
}

/// The lengths of a run that are milestones.
///
/// These are 1, 7, 14, 30, 60, 90, 100, 180 and 365 days, then every further year of 365 days.
public enum SoberMilestones {
  public static let firstYear = [1, 7, 14, 30, 60, 90, 100, 180, 365]

  /// All milestones up to a hundred years, shortest first.
  public static let all = reached(by: 36_500)

  /// Returns all milestones up to the length of a run, shortest first.
  public static func reached(by length: Int) -> [Int] {
    let years = length >= 730 ? Array(stride(from: 730, through: length, by: 365)) : []
    return firstYear.filter { $0 <= length } + years
  }

  /// Returns the first milestone longer than `length`.
  public static func next(after length: Int) -> Int {
    firstYear.first { $0 > length } ?? (length / 365 + 1) * 365
  }
}
