import Core
import TrackingContract

/// Returns the streaks that were alive until yesterday and have ended.
public struct EndedStreaks: Query {
  public typealias Reply = [EndedStreak]
  public static let name = "streaks.ended-streaks"
  public static let summary = "The streaks that ended with yesterday, in the order of the habits."

  public init() {}
}

/// A streak that ended because yesterday's unit was missed.
public struct EndedStreak: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// The unit of `length` and `best`.
  public let unit: StreakUnit
  /// The length of the streak when it ended.
  public let length: Int
  public let best: Int

  public init(habit: HabitID, title: String, unit: StreakUnit, length: Int, best: Int) {
    self.habit = habit
    self.title = title
    self.unit = unit
    self.length = length
    self.best = best
  }
}
