import Core
import TrackingContract

/// The streak of one habit as of today, and what it is worth.
public struct HabitStreak: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// What `current` and `best` count.
  public let unit: StreakUnit
  public let difficulty: Difficulty
  public let current: Int
  public let best: Int
  /// The streak is alive, but ends unless today's unit is done.
  public let atRisk: Bool
  /// A protected day is part of the current streak.
  public let isProtectedNow: Bool
  /// `current` times the difficulty: easy 1, medium 1.5, hard 2.
  public let adjusted: Double
  /// 0 to 100: the mean of strength and 30-day rate, in which difficulty plays no part.
  public let score: Int
  /// 0 to 1, as Loop Habit Tracker computes its score.
  public let strength: Double
  /// All days that were ever protected, earliest first.
  public let protectedDays: [Day]
  /// The first done day of the current streak; nil when there is none.
  public let currentFrom: Day?

  public init(
    habit: HabitID,
    title: String,
    unit: StreakUnit,
    difficulty: Difficulty = .easy,
    current: Int,
    best: Int,
    atRisk: Bool,
    isProtectedNow: Bool,
    adjusted: Double,
    score: Int,
    strength: Double,
    protectedDays: [Day],
    currentFrom: Day?
  ) {
    self.habit = habit
    self.title = title
    self.unit = unit
    self.difficulty = difficulty
    self.current = current
    self.best = best
    self.atRisk = atRisk
    self.isProtectedNow = isProtectedNow
    self.adjusted = adjusted
    self.score = score
    self.strength = strength
    self.protectedDays = protectedDays
    self.currentFrom = currentFrom
  }
}

/// The streaks of all habits, in the order in which habits are shown.
public struct StreaksReport: Codable, Sendable, Equatable {
  public let items: [HabitStreak]
  public let freezes: FreezeStock
  /// What could be protected today; empty when no freeze is in stock.
  public let offers: [FreezeOffer]
  /// Freezes that were given back within the last 30 days, latest day first.
  public let returned: [ReturnedFreeze]

  public init(
    items: [HabitStreak],
    freezes: FreezeStock,
    offers: [FreezeOffer],
    returned: [ReturnedFreeze] = []
  ) {
    self.items = items
    self.freezes = freezes
    self.offers = offers
    self.returned = returned
  }
}

/// One day of a habit as its streak sees it.
public struct StreakDay: Codable, Sendable, Equatable {
  public let day: Day
  /// Whether the day lies between the first and the last day of the current streak.
  public let inCurrentStreak: Bool
  public let isProtected: Bool
  /// Whether the schedule asks for this very day; quotas ask for every day.
  public let isDue: Bool
  /// How the day is shown.
  public let status: ShownStatus

  public init(
    day: Day,
    inCurrentStreak: Bool,
    isProtected: Bool,
    isDue: Bool,
    status: ShownStatus
  ) {
    self.day = day
    self.inCurrentStreak = inCurrentStreak
    self.isProtected = isProtected
    self.isDue = isDue
    self.status = status
  }
}

/// The strength of a habit at the end of a day.
public struct StrengthOnDay: Codable, Sendable, Equatable {
  public let day: Day
  /// 0 to 1.
  public let strength: Double

  public init(day: Day, strength: Double) {
    self.day = day
    self.strength = strength
  }
}
