import Core
import TrackingContract

/// Every run there was, and when it reached which length.
public struct RunsOf: Query {
  public typealias Reply = [HabitRuns]
  public static let name = "streaks.runs-of"
  public static let summary = "All runs of one habit or all, and the days on which they grew long."

  /// Nil for all habits, archived ones included.
  public let habit: HabitID?
  /// Lengths, in the streak's unit, whose days are asked for.
  public let reaching: [Int]

  public init(habit: HabitID? = nil, reaching: [Int] = []) {
    self.habit = habit
    self.reaching = reaching
  }
}

/// The runs of one habit, earliest first.
public struct HabitRuns: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  public let unit: StreakUnit
  public let difficulty: Difficulty
  public let runs: [StreakRun]

  public init(
    habit: HabitID,
    title: String,
    unit: StreakUnit,
    difficulty: Difficulty,
    runs: [StreakRun]
  ) {
    self.habit = habit
    self.title = title
    self.unit = unit
    self.difficulty = difficulty
    self.runs = runs
  }
}

/// Done units with no missed one between them.
public struct StreakRun: Codable, Sendable, Equatable {
  /// The run was so long on that day.
  public struct Reached: Codable, Sendable, Equatable {
    public let length: Int
    public let day: Day

    public init(length: Int, day: Day) {
      self.length = length
      self.day = day
    }
  }

  /// The first done day.
  public let start: Day
  /// The last done day.
  public let end: Day
  /// In the streak's unit.
  public let length: Int
  /// Days marked as done, which earn freezes.
  public let doneDays: Int
  public let isCurrent: Bool
  /// The lengths that were asked for and reached, in the order in which they were asked for.
  public let reached: [Reached]

  public init(
    start: Day,
    end: Day,
    length: Int,
    doneDays: Int,
    isCurrent: Bool,
    reached: [Reached]
  ) {
    self.start = start
    self.end = end
    self.length = length
    self.doneDays = doneDays
    self.isCurrent = isCurrent
    self.reached = reached
  }
}
