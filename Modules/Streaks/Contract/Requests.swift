import Core
import TrackingContract

public struct StreakOf: Query {
  public typealias Reply = HabitStreak
  public static let name = "streaks.streak-of"
  public static let summary = "The streak, score and strength of one habit as of today."

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }
}

public struct AllStreaks: Query {
  public typealias Reply = StreaksReport
  public static let name = "streaks.all-streaks"
  public static let summary =
    "The streaks of all habits that are not archived, the stock of freezes and what they could save."

  public init() {}
}

public struct StatsOf: Query {
  public typealias Reply = StatsReport
  public static let name = "streaks.stats-of"
  public static let summary =
    "Rates, trend and totals of one habit or all, and overall consistency."

  /// The habit; nil means all habits that are not archived.
  public let habit: HabitID?

  public init(habit: HabitID? = nil) { self.habit = habit }
}

public struct StreakDays: Query {
  public typealias Reply = [StreakDay]
  public static let name = "streaks.streak-days"
  public static let summary = "Which days of a range belong to the current streak or are protected."

  public let habit: HabitID
  public let from: Day
  /// The last day of the range.
  public let to: Day

  public init(habit: HabitID, from: Day, to: Day) {
    self.habit = habit
    self.from = from
    self.to = to
  }
}

/// The strength on each day of a range, to show how it developed.
public struct StrengthSeries: Query {
  public typealias Reply = [StrengthOnDay]
  public static let name = "streaks.strength-series"
  public static let summary = "How the strength of a habit grew and faded, day by day."

  public let habit: HabitID
  public let from: Day
  /// The last day of the range.
  public let to: Day

  public init(habit: HabitID, from: Day, to: Day) {
    self.habit = habit
    self.from = from
    self.to = to
  }
}

/// Protects yesterday with a freeze from the stock.
///
/// Rejected with `nothing-to-protect` if yesterday broke no streak, and with `no-freeze` if the
/// stock is empty. A day that is already protected stays protected.
public struct UseFreeze: Command {
  public typealias Reply = FreezeUse
  public static let name = "streaks.use-freeze"
  public static let summary = "Uses a streak freeze to protect yesterday."

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }
}

/// Finds the habit that a user means, among all habits that have a streak.
///
/// These include habits that a module other than Tracking provides.
public struct FindStreak: Query {
  public typealias Reply = FoundStreak
  public static let name = "streaks.find-streak"
  public static let summary = "Finds a habit by title, beginning of a title, or id."

  public let text: String

  public init(text: String) { self.text = text }
}

/// The habit that was found.
public struct FoundStreak: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String

  public init(habit: HabitID, title: String) {
    self.habit = habit
    self.title = title
  }
}
