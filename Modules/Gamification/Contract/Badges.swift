import Core
import StreaksContract
import TrackingContract

/// An award for a run of a habit that reached a milestone.
///
/// It is kept when the run breaks.
public struct Badge: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// One of the product's ``Core/Policies/milestones``.
  public let level: Int
  /// The unit of `level`.
  public let unit: StreakUnit
  /// The day on which a run first reached the level.
  public let day: Day
  /// The number of runs that reached it.
  public let times: Int
  /// Whether the habit is hard, which adds a sentence to the celebration.
  public let isHard: Bool
  /// The days of that run up to ``day``.
  public let recorded: RecordedDays

  public init(
    habit: HabitID,
    title: String,
    level: Int,
    unit: StreakUnit,
    day: Day,
    times: Int,
    isHard: Bool,
    recorded: RecordedDays = RecordedDays()
  ) {
    self.habit = habit
    self.title = title
    self.level = level
    self.unit = unit
    self.day = day
    self.times = times
    self.isHard = isHard
    self.recorded = recorded
  }
}

/// The next milestone of a current run.
public struct NextMilestone: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  public let level: Int
  /// The unit of `level` and `left`.
  public let unit: StreakUnit
  /// The number of units left to the milestone.
  public let left: Int
  /// Whether only days with a check count, and not those between them; nil means no.
  ///
  /// That is the case for rolling quotas, whose streak also contains the days between checks.
  public let countsChecks: Bool?

  public init(
    habit: HabitID,
    title: String,
    level: Int,
    unit: StreakUnit,
    left: Int,
    countsChecks: Bool = false
  ) {
    self.habit = habit
    self.title = title
    self.level = level
    self.unit = unit
    self.left = left
    self.countsChecks = countsChecks ? true : nil
  }

  /// Returns a number of what the milestone counts: `3 days`, `3 checks`.
  public func words(_ count: Int) -> String {
    guard countsChecks == true else { return unit.words(count) }
    return count.counted("check")
  }
}

/// The badges of all habits, in display order, lowest levels first.
public struct BadgesReport: Codable, Sendable, Equatable {
  public let items: [Badge]
  /// The number of badges.
  public let total: Int
  /// The next milestones of the current runs, nearest first.
  ///
  /// Archived habits have none, and neither has what is checked less than once a week.
  public let next: [NextMilestone]

  public init(items: [Badge], next: [NextMilestone]) {
    self.items = items
    total = items.count
    self.next = next
  }
}
