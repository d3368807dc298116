import Core
import StreaksContract
import TrackingContract

/// A run has just reached a milestone, which is celebrated once.
///
/// It is emitted for a check or a freeze of that day or the day before. Older corrections earn
/// their badges without a celebration, and so do synced or imported checks, unless the milestone was
/// reached today.
public struct MilestoneReached: Signal, IntegrationEvent {
  public static let name = "gamification.milestone-reached"
  public static let summary = "A streak has just reached a milestone."

  public let habit: HabitID
  /// One of the product's ``Core/Policies/milestones``.
  public let level: Int
  /// The day that was checked or protected.
  public let day: Day
  /// The unit of `level`.
  public let unit: StreakUnit
  /// The first done day of the run.
  public let start: Day
  /// The days of the run.
  public let recorded: RecordedDays

  public init(
    habit: HabitID,
    level: Int,
    day: Day,
    unit: StreakUnit,
    start: Day,
    recorded: RecordedDays = RecordedDays()
  ) {
    self.habit = habit
    self.level = level
    self.day = day
    self.unit = unit
    self.start = start
    self.recorded = recorded
  }

  public var subject: EntityID? { habit.entity }

  public var milestone: Milestone {
    Milestone(habit: habit, level: level, start: start, unit: unit)
  }
}

/// A run has just earned a badge, whether or not it is celebrated.
///
/// A correction of the past is not celebrated.
public struct BadgeEarned: Signal, IntegrationEvent {
  public static let name = "gamification.badge-earned"
  public static let summary = "A streak has earned a badge, perhaps for days long past."

  public let badge: Badge

  public init(_ badge: Badge) { self.badge = badge }

  public var subject: EntityID? { badge.habit.entity }
}

/// A milestone was reported to the user, and must not be reported again.
public struct MilestoneReported: Fact {
  public static let name = "gamification.milestone-told"

  public let habit: HabitID
  public let level: Int
  /// The first done day of the run.
  public let start: Day
  /// The unit of `level`; nil if an earlier version reported it.
  public let unit: StreakUnit?

  public init(habit: HabitID, level: Int, start: Day, unit: StreakUnit? = nil) {
    self.habit = habit
    self.level = level
    self.start = start
    self.unit = unit
  }

  public var entity: EntityID? { habit.entity }
}
