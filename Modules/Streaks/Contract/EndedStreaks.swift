import Core
import TrackingContract

/// Returns the streaks that ended lately, without those of habits that were done again since.
public struct EndedStreaks: Query {
  public typealias Reply = [EndedStreak]
  public static let name = "streaks.ended-streaks"
  public static let summary =
    "The streaks that ended with yesterday or on the days before, in the order of the habits."

  /// The number of days for which Today meets a streak that ended.
  ///
  /// Long enough for somebody who comes back after two weeks away, and no longer: what somebody has
  /// left alone since then is not brought up each day.
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
  /// Returns those that are met with kind words, the best first.
  ///
  /// A streak that a freeze can still save is offered that instead, and a single day was none yet.
  ///
  /// - Parameter offers: the freezes that are offered.
  public func met(besides offers: [FreezeOffer]) -> [EndedStreak] {
    filter { streak in
      streak.best > 1 && !offers.contains { $0.habit == streak.habit }
    }
    .sorted { $0.best > $1.best }
  }
}
