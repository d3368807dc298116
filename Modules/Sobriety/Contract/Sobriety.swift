import Core
import TrackingContract

/// One substance as of today.
public struct Sobriety: Codable, Sendable, Equatable {
  public let substance: Substance
  /// Today.
  public let day: Day
  /// What today is.
  public let status: SoberStatus
  /// Drinks today, if today is not sober and somebody counted.
  public let drinks: Int
  /// Sober days in the run that ends today or, while today is unmarked, yesterday.
  public let current: Int
  /// The longest run there was.
  public let longest: Int
  /// All days that were marked sober.
  public let soberDays: Int
  public let timer: SoberTimer
  public let figures: SobrietyFigures
  /// In the smallest unit of the price's currency; nil while drinks per week or a price are missing.
  public let savedMinor: Int64?
  /// Kilocalories; nil while drinks per week or calories are missing.
  public let savedCalories: Int64?
  /// Those that were ever reached, shortest first.
  public let milestones: [ReachedMilestone]
  /// Sober days at which the current run reaches the next milestone.
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

  /// The day on which the current run reaches its next milestone if it goes on.
  public var nextMilestoneDay: Day {
    let last = status == .sober ? day : day.advanced(by: -1)
    return last.advanced(by: nextMilestone - current)
  }
}

/// How long the run that includes today has lasted, in real seconds.
public struct SoberTimer: Codable, Sendable, Equatable {
  /// When it began; nil while it stands still at zero, which it does unless today is sober.
  public let since: Instant?
  /// Whole seconds that passed since then; clocks set forward or back do not change them.
  public let elapsed: Int64

  public init(since: Instant?, now: Instant) {
    self.since = since
    elapsed = since.map { max(0, (now.milliseconds - $0.milliseconds) / 1000) } ?? 0
  }

  public var isRunning: Bool { since != nil }
  /// Days of 24 hours.
  public var days: Int64 { elapsed / 86_400 }
  /// 0...23, beside the days.
  public var hours: Int64 { elapsed / 3600 % 24 }
  public var minutes: Int64 { elapsed / 60 % 60 }
  public var seconds: Int64 { elapsed % 60 }
}

/// A number of sober days in a row, and the day on which a run first had as many.
public struct ReachedMilestone: Codable, Sendable, Equatable {
  public let days: Int
  public let day: Day

  public init(days: Int, day: Day) {
    self.days = days
    self.day = day
  }
}

/// A number of sober days in a row that a run has just reached.
public struct GainedMilestone: Codable, Sendable, Equatable {
  public let days: Int
  /// The day on which the run has as many.
  public let day: Day
  /// How many runs have reached it, this one included.
  public let times: Int

  public init(days: Int, day: Day, times: Int) {
    self.days = days
    self.day = day
    self.times = times
  }
}

/// The lengths of a run that are worth a moment: 1, 7, 14, 30, 60, 90, 100, 180 and 365 days, then
/// every further year of 365 days.
public enum SoberMilestones {
  public static let firstYear = [1, 7, 14, 30, 60, 90, 100, 180, 365]

  /// All up to a run's length, shortest first.
  public static func reached(by length: Int) -> [Int] {
    let years = length >= 730 ? Array(stride(from: 730, through: length, by: 365)) : []
    return firstYear.filter { $0 <= length } + years
  }

  /// The first one that is longer than `length`.
  public static func next(after length: Int) -> Int {
    firstYear.first { $0 > length } ?? (length / 365 + 1) * 365
  }
}
