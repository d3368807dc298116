import Core
import TrackingContract

/// A check or a freeze changed the length of the run around a day.
///
/// Lengths are counted over the whole history and without a clock, so that a replay publishes the
/// same change. They are those that milestones count: without the days that a rolling quota only
/// covers.
public struct StreakChanged: Change, IntegrationEvent {
  public static let name = "streaks.streak-changed"
  public static let summary = "The streak around a day is longer or shorter."

  public let habit: HabitID
  /// The day that was checked or protected.
  public let day: Day
  /// The length of the longest run that contained or touched the day before; 0 for none.
  public let from: Int
  /// The same length after the change.
  public let to: Int
  /// The unit of `from` and `to`.
  public let unit: StreakUnit
  /// The first done day of the run that now contains the day; nil if there is none.
  public let start: Day?

  public init(
    habit: HabitID,
    day: Day,
    from: Int,
    to: Int,
    unit: StreakUnit,
    start: Day? = nil
  ) {
    self.habit = habit
    self.day = day
    self.from = from
    self.to = to
    self.unit = unit
    self.start = start
  }

  public var subject: EntityID? { habit.entity }
}

/// A freeze was given back and its day is not protected.
///
/// Another device had spent the freeze first.
public struct FreezeReturned: Change, IntegrationEvent {
  public static let name = "streaks.freeze-returned"
  public static let summary = "A freeze was given back, since another device had spent it first."

  public let habit: HabitID
  public let day: Day

  public init(habit: HabitID, day: Day) {
    self.habit = habit
    self.day = day
  }

  public var subject: EntityID? { habit.entity }
}
