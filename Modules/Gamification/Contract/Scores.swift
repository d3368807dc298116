import Core
import StreaksContract
import TrackingContract

/// The score of a habit's streak.
public struct HabitScore: Codable, Sendable, Equatable {
  public let streak: HabitStreak

  public init(streak: HabitStreak) { self.streak = streak }

  public var difficulty: Difficulty { streak.difficulty }

  /// The factor for `streak.current`: 1, 1.5 or 2.
  public var multiplier: Double { Double(difficulty.multiplierTenths) / 10 }
}

/// How a habit's score is computed, day by day.
public struct ScoreExplanation: Codable, Sendable, Equatable {
  public let score: HabitScore
  /// The share of planned days done in the last 30 days, 0 to 1; nil if no day was planned.
  public let monthRate: Double?
  /// The strength before the first of `days`, 0 to 1.
  public let strengthBefore: Double
  /// The days, earliest first, ending with today.
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

/// The effect of one day on the score.
public struct ScoredDay: Codable, Sendable, Equatable {
  public let day: Day
  public let status: DisplayStatus
  public let inCurrentStreak: Bool
  /// The strength at the end of the day, 0 to 1.
  public let strength: Double
  /// The change of the strength on this day.
  public let change: Double

  public init(
    day: Day,
    status: DisplayStatus,
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
