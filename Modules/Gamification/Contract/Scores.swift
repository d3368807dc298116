import Core
import StreaksContract
import TrackingContract

/// What a habit's streak is worth.
public struct HabitScore: Codable, Sendable, Equatable {
  public let streak: HabitStreak

  public init(streak: HabitStreak) { self.streak = streak }

  public var difficulty: Difficulty { streak.difficulty }

  /// By which `streak.current` is multiplied: 1, 1.5 or 2.
  public var multiplier: Double { Double(difficulty.multiplierTenths) / 10 }
}

/// Where the numbers of a habit come from, day by day.
public struct ScoreExplanation: Codable, Sendable, Equatable {
  public let score: HabitScore
  /// Done of what was planned in the last 30 days, 0 to 1; nil when nothing was planned.
  public let monthRate: Double?
  /// The strength before the first of `days`, 0 to 1.
  public let strengthBefore: Double
  /// Earliest first; today is the last.
  public let days: [ScoredDay]

  public init(
    score: HabitScore,
    monthRate: Double?,
    strengthBefore: Double,
    days: [ScoredDay]
  ) {
    self.score = score
    self.monthRate = monthRate
    self.strengthBefore = strengthBefore
    self.days = days
  }
}

/// What one day did to the numbers.
public struct ScoredDay: Codable, Sendable, Equatable {
  public let day: Day
  public let status: ShownStatus
  public let inCurrentStreak: Bool
  /// At the end of the day, 0 to 1.
  public let strength: Double
  /// What the day added to the strength or took from it.
  public let change: Double

  public init(
    day: Day,
    status: ShownStatus,
    inCurrentStreak: Bool,
    strength: Double,
    change: Double
  ) {
    self.day = day
    self.status = status
    self.inCurrentStreak = inCurrentStreak
    self.strength = strength
    self.change = change
  }
}
