import Core
import StreaksContract
import TrackingContract

/// A run has just reached a milestone: worth a celebration, once.
///
/// Given for a check or a freeze of that day or the day before; older corrections earn their badges in
/// silence, and so does what was done elsewhere, unless it was reached today.
public struct MilestoneReached: Signal {
  public static let name = "gamification.milestone-reached"

  public let habit: HabitID
  /// One of ``Milestones/levels``.
  public let level: Int
  /// The day that was checked or protected.
  public let day: Day
  /// What `level` counts.
  public let unit: StreakUnit
  /// The first done day of the run.
  public let start: Day

  public init(habit: HabitID, level: Int, day: Day, unit: StreakUnit, start: Day) {
    self.habit = habit
    self.level = level
    self.day = day
    self.unit = unit
    self.start = start
  }

  public var milestone: Milestone { Milestone(habit: habit, level: level, start: start) }
}

/// A run has just earned a badge, whether or not that is celebrated: a correction of the past does so in
/// silence.
public struct BadgeEarned: Signal {
  public static let name = "gamification.badge-earned"

  public let badge: Badge

  public init(_ badge: Badge) { self.badge = badge }
}

/// The person was told that a run reached a milestone, so that nobody tells them again.
public struct MilestoneTold: Fact {
  public static let name = "gamification.milestone-told"

  public let habit: HabitID
  public let level: Int
  /// The first done day of the run.
  public let start: Day

  public init(habit: HabitID, level: Int, start: Day) {
    self.habit = habit
    self.level = level
    self.start = start
  }

  public var entity: EntityID? { habit.entity }
}
