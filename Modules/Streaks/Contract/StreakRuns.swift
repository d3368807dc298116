import Core
import TrackingContract

/// Returns all runs, and when they reached the given lengths.
public struct RunsOf: Query {
  public typealias Reply = [HabitRuns]
  public static let name = "streaks.runs-of"
  public static let summary = "All runs of one habit or all, and the days on which they grew long."

  /// The habit; nil means all habits, archived ones included.
  public let habit: HabitID?
  /// The lengths to look for, as milestones count them.
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

/// Done units without a missed one between them.
public struct StreakRun: Codable, Sendable, Equatable {
  /// The day on which the run reached a length.
  public struct Reached: Codable, Sendable, Equatable {
    public let length: Int
    public let day: Day
    /// The difficulty of the habit on that day.
    public let difficulty: Difficulty
    /// The days of the run up to this one.
    public let recorded: RecordedDays

    public init(
      length: Int,
      day: Day,
      difficulty: Difficulty = .easy,
      recorded: RecordedDays? = nil
    ) {
      self.length = length
      self.day = day
      self.difficulty = difficulty
      self.recorded = recorded ?? RecordedDays(done: length)
    }
  }

  /// The first done day.
  public let start: Day
  /// The last done day.
  public let end: Day
  /// The length, in `unit`.
  public let length: Int
  /// The unit that was counted at the time of the run.
  public let unit: StreakUnit
  /// The length that milestones count: without the days that a rolling quota only covers.
  public let milestoneLength: Int
  /// The number of days marked as done, which earn freezes.
  public let doneDays: Int
  public let isCurrent: Bool
  public let recorded: RecordedDays
  /// The requested lengths that were reached, in the requested order.
  public let reached: [Reached]

  public init(
    start: Day,
    end: Day,
    length: Int,
    unit: StreakUnit = .day,
    milestoneLength: Int? = nil,
    doneDays: Int,
    isCurrent: Bool,
    recorded: RecordedDays? = nil,
    reached: [Reached]
  ) {
    self.start = start
    self.end = end
    self.length = length
    self.unit = unit
    self.milestoneLength = milestoneLength ?? length
    self.doneDays = doneDays
    self.isCurrent = isCurrent
    self.recorded = recorded ?? RecordedDays(done: doneDays)
    self.reached = reached
  }
}

extension HabitRuns {
  /// Returns the run that ended before `day`, which a freeze for that day would continue.
  public func run(before day: Day) -> StreakRun? { runs.last { $0.end < day } }

  /// The number of freezes that these runs have earned.
  public var earnedFreezes: Int {
    runs.reduce(0) { $0 + $1.doneDays / FreezeStock.daysEach }
  }
}

extension HabitStreak {
  /// Whether there was a run that has ended.
  public var isBroken: Bool { current == 0 && best > 0 }
}
