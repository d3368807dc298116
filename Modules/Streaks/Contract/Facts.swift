import Core
import TrackingContract

/// A freeze was used: the day is protected and joins the days around it.
public struct FreezeUsed: Fact {
  public static let name = "streaks.freeze-used"

  public let habit: HabitID
  /// The missed day that is protected.
  public let day: Day
  public let at: Instant

  public init(habit: HabitID, day: Day, at: Instant) {
    self.habit = habit
    self.day = day
    self.at = at
  }

  public var entity: EntityID? { habit.entity }
}
