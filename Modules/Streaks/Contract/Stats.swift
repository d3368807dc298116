import Core
import TrackingContract

/// Done units per scheduled unit, 0 to 1; nil when nothing was scheduled.
///
/// Units that were skipped,
/// on vacation or protected are not counted, today's only once it is done.
public struct CompletionRates: Codable, Sendable, Equatable {
  /// The last 7 days, today included.
  public let week: Double?
  /// The last 30 days, today included.
  public let month: Double?
  /// From the habit's first day on.
  public let all: Double?

  public init(week: Double?, month: Double?, all: Double?) {
    self.week = week
    self.month = month
    self.all = all
  }
}

/// How one habit went.
public struct HabitStats: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// Days marked as done, whether the schedule asked for them or not.
  public let totalDays: Int
  public let rates: CompletionRates
  /// For each of the last 30 days, oldest first, the rate of the 7 days that end there.
  ///
  /// A day whose 7 days hold nothing scheduled repeats the day before it; with nothing before, 0.
  public let trend30: [Double]
  /// The weekday with the greatest share of its scheduled days done; nil without a done day.
  public let bestWeekday: Weekday?
  /// Mean length of all runs in the streak's unit; 0 without a run.
  public let averageStreak: Double
  /// How many runs there were, the current one included.
  public let runs: Int
  /// The longest run.
  public let best: Int
  /// What `averageStreak` and `best` count.
  public let unit: StreakUnit

  public init(
    habit: HabitID,
    title: String,
    totalDays: Int,
    rates: CompletionRates,
    trend30: [Double],
    bestWeekday: Weekday?,
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
    self.bestWeekday = bestWeekday
    self.averageStreak = averageStreak
    self.runs = runs
    self.best = best
    self.unit = unit
  }
}

/// How one habit or all went.
public struct StatsReport: Codable, Sendable, Equatable {
  public let items: [HabitStats]
  /// Mean 30-day rate of all habits that are not archived and have one; nil without any.
  public let consistency: Double?

  public init(items: [HabitStats], consistency: Double?) {
    self.items = items
    self.consistency = consistency
  }
}
