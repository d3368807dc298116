import Core
import StreaksContract
import TrackingContract

/// What a habit has earned by a run that reached a milestone.
///
/// Kept when the run breaks.
public struct Badge: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// One of ``Milestones/levels``.
  public let level: Int
  /// What `level` counts.
  public let unit: StreakUnit
  /// The day on which a run first reached the level.
  public let day: Day
  /// How many runs reached it.
  public let times: Int
  /// Earned with a hard habit, which deserves a word more.
  public let isHard: Bool

  public init(
    habit: HabitID,
    title: String,
    level: Int,
    unit: StreakUnit,
    day: Day,
    times: Int,
    isHard: Bool
  ) {
    self.habit = habit
    self.title = title
    self.level = level
    self.unit = unit
    self.day = day
    self.times = times
    self.isHard = isHard
  }
}

/// The milestone that a living run comes to next.
public struct NextMilestone: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  public let level: Int
  /// What `level` and `left` count.
  public let unit: StreakUnit
  /// How many are missing.
  public let left: Int

  public init(habit: HabitID, title: String, level: Int, unit: StreakUnit, left: Int) {
    self.habit = habit
    self.title = title
    self.level = level
    self.unit = unit
    self.left = left
  }
}

/// The badges of all habits, in the order in which habits are shown, low levels first.
public struct BadgesReport: Codable, Sendable, Equatable {
  public let items: [Badge]
  /// How many badges there are.
  public let total: Int
  /// For each living run, nearest first.
  public let next: [NextMilestone]

  public init(items: [Badge], next: [NextMilestone]) {
    self.items = items
    total = items.count
    self.next = next
  }
}
