import Core
import TrackingContract

public struct AllBadges: Query {
  public typealias Reply = BadgesReport
  public static let name = "gamification.all-badges"
  public static let summary = "The badges that runs have earned, and what comes next."

  /// The habit; nil for all habits, including archived ones.
  public let habit: HabitID?

  public init(habit: HabitID? = nil) { self.habit = habit }
}

public struct AllScores: Query {
  public typealias Reply = [HabitScore]
  public static let name = "gamification.all-scores"
  public static let summary =
    "Raw and adjusted streak, strength and score of all habits that are not archived."

  public init() {}
}

/// A query for how a habit's score is computed.
public struct ExplainScore: Query {
  public typealias Reply = ScoreExplanation
  public static let name = "gamification.explain-score"
  public static let summary = "What each of the last days did to the score of a habit."

  public let habit: HabitID
  /// The number of days to show, including today; 1 to 3660.
  public let days: Int

  public init(habit: HabitID, days: Int) {
    self.habit = habit
    self.days = days
  }
}
