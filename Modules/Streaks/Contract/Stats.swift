import Core
import TrackingContract

/// Done units per scheduled unit, 0 to 1; nil if nothing was scheduled.
///
/// Units that were skipped, on vacation or protected are not counted, and today's unit only once it
/// is done.
public struct CompletionRates: Codable, Sendable, Equatable {
  /// The rate of the last 7 days, including today.
  public let week: Double?
  /// The rate of the last 30 days, including today.
  public let month: Double?
  /// The rate since the habit's first day.
  public let all: Double?

  public init(week: Double?, month: Double?, all: Double?) {
    self.week = week
    self.month = month
    self.all = all
  }
}

/// The statistics of one habit.
public struct HabitStats: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// The number of days marked as done, whether or not they were scheduled.
  public let totalDays: Int
  public let rates: CompletionRates
  /// For each of the last 30 days, oldest first, the rate of the 7 days that end there.
  ///
  /// A day whose 7 days contain nothing scheduled repeats the rate of the day before, or 0 if there
  /// is none.
  public let trend30: [Double]
  public let weekdays: WeekdayCounts
  /// The mean length of all runs, in the streak's unit; 0 without a run.
  public let averageStreak: Double
  /// The number of runs, including the current one.
  public let runs: Int
  /// The length of the longest run.
  public let best: Int
  /// The unit of `averageStreak` and `best`.
  public let unit: StreakUnit

  public init(
    habit: HabitID,
    title: String,
    totalDays: Int,
    rates: CompletionRates,
    trend30: [Double],
    weekdays: WeekdayCounts,
    averageStreak: Double,
    runs: Int,
    best: Int,
    unit: StreakUnit
  ) {
    self.habit = habit
    self.title = title
    self.totalDays = totalDays
    self.rates = rates
    self.trend30 = trend30
    self.weekdays = weekdays
    self.averageStreak = averageStreak
    self.runs = runs
    self.best = best
    self.unit = unit
  }
}

/// The statistics of one habit or of all.
public struct StatsReport: Codable, Sendable, Equatable {
  public let items: [HabitStats]
  /// The mean 30-day rate of all habits that are not archived and have one; nil if there are none.
  public let consistency: Double?

  public init(items: [HabitStats], consistency: Double?) {
    self.items = items
    self.consistency = consistency
  }
}
