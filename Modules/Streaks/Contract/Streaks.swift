import Core
import TrackingContract

/// The streak of one habit as of today, with its score and strength.
public struct HabitStreak: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// The unit of `current` and `best`.
  public let unit: StreakUnit
  public let difficulty: Difficulty
  public let current: Int
  public let best: Int
  /// Whether the streak can no longer be kept unless today is done; planned vacations count.
  public let atRisk: Bool
  /// Whether a protected day is part of the current streak.
  public let isProtectedNow: Bool
  /// `current`, each unit weighted by the difficulty that held then: easy 1, medium 1.5, hard 2.
  public let adjusted: Double
  /// The score, 0 to 100: the mean of strength and 30-day rate, regardless of difficulty.
  public let score: Int
  /// The strength, 0 to 1, computed like the score of Loop Habit Tracker.
  public let strength: Double
  /// All days that freezes or travel protect, earliest first.
  public let protectedDays: [Day]
  /// The days of ``protectedDays`` that travel east shortened, which took no freeze.
  public let shortenedDays: [Day]
  /// The first done day of the current streak; nil if there is none.
  public let currentFrom: Day?
  /// The length of the current streak for milestones.
  ///
  /// It is without the days that a rolling quota only covers.
  public let milestoneLength: Int

  /// The days that freezes protect, earliest first.
  public var frozenDays: [Day] { protectedDays.filter { !shortenedDays.contains($0) } }

  /// Whether ``adjusted`` says more than ``current``.
  public var isWeighed: Bool { difficulty != .easy || adjusted != Double(current) }

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
    shortenedDays: [Day] = [],
    currentFrom: Day?,
    milestoneLength: Int? = nil
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
    self.shortenedDays = shortenedDays
    self.currentFrom = currentFrom
    self.milestoneLength = milestoneLength ?? current
  }
}

/// The streaks of all habits, in display order.
public struct StreaksReport: Codable, Sendable, Equatable {
  public let items: [HabitStreak]
  public let freezes: FreezeStock
  /// The days that could be protected today; empty if no freeze is in stock.
  public let offers: [FreezeOffer]
  /// The freezes given back within the last 30 days, latest day first.
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

/// One day of a habit in relation to its streak.
public struct StreakDay: Codable, Sendable, Equatable {
  public let day: Day
  /// Whether the day lies between the first and the last day of the current streak.
  public let inCurrentStreak: Bool
  public let isProtected: Bool
  /// Whether the schedule includes this day; quotas include every day.
  public let isDue: Bool
  /// How the day is shown.
  public let status: DisplayStatus

  public init(
    day: Day,
    inCurrentStreak: Bool,
    isProtected: Bool,
    isDue: Bool,
    status: DisplayStatus
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
  /// The strength, 0 to 1.
  public let strength: Double

  public init(day: Day, strength: Double) {
    self.day = day
    self.strength = strength
  }
}

extension StreaksReport {
  /// The longest of the current runs.
  public var longest: HabitStreak? {
    items.filter { $0.current > 0 }.max {
      ($0.current * $0.unit.days, $0.best) < ($1.current * $1.unit.days, $1.best)
    }
  }
}
