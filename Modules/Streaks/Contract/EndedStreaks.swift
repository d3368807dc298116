import Core
import TrackingContract

/// Returns the streaks that ended recently, without those of habits that were done again since.
public struct EndedStreaks: Query {
  public typealias Reply = [EndedStreak]
  public static let name = "streaks.ended-streaks"
  public static let summary =
    "The streaks that ended with yesterday or on the days before, in the order of the habits."

  /// The number of days for which Today mentions a streak that ended.
  ///
  /// It is long enough for somebody who comes back after two weeks away, and no longer: a habit
  /// that was left alone for longer is not brought up each day.
  public static let metFor = 14

  /// How many days back to look for the end; nil means yesterday alone.
  public let days: Int?

  public init(days: Int? = nil) { self.days = days }
}

/// A streak that ended because a unit was missed.
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

extension [EndedStreak] {
  /// Returns the streaks that are mentioned with kind words, the best first.
  ///
  /// A streak that a freeze can still save gets that offer instead, and a single day does not count
  /// as a streak.
  ///
  /// - Parameter offers: the freezes that are offered.
  public func met(besides offers: [FreezeOffer]) -> [EndedStreak] {
    filter { streak in
      streak.best > 1 && !offers.contains { $0.habit == streak.habit }
    }
    .sorted { $0.best * $0.unit.days > $1.best * $1.unit.days }
  }
}
