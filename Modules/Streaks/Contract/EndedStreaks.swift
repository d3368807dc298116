import Core
import TrackingContract

/// Asks which streaks were alive until yesterday and are not any more.
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
  /// What `length` and `best` count.
  public let unit: StreakUnit
  /// How long it was.
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
