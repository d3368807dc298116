import Core
import TrackingContract

/// A freeze was used: the day is protected and joins the days around it.
public struct FreezeUsed: Fact {
  public static let name = "streaks.freeze-used"

  public let habit: HabitID
  /// The missed day that is protected.
  public let day: Day
  public let at: Instant
  /// The number of freezes earned when this one was used, as far as the device knew.
  ///
  /// A freeze that was once earned remains valid for this use, so that deleting another habit later
  /// breaks no streak. Nil for uses that did not record it.
  public let earned: Int?

  public init(habit: HabitID, day: Day, at: Instant, earned: Int? = nil) {
    self.habit = habit
    self.day = day
    self.at = at
    self.earned = earned
  }

  public var entity: EntityID? { habit.entity }
  public var latestDay: Day? { day }
}
