import Core
import TrackingContract

/// A check, or a freeze, made the run around a day longer or shorter.
///
/// Counted over the whole history and without a clock, so that a replay says the same.
public struct StreakChanged: Change {
  public static let name = "streaks.streak-changed"

  public let habit: HabitID
  /// The day that was checked or protected.
  public let day: Day
  /// Length of the longest run that held or touched the day before; 0 for none.
  public let from: Int
  /// The same afterwards.
  public let to: Int
  /// What `from` and `to` count.
  public let unit: StreakUnit
  /// The first done day of the run that now holds the day; nil when none does.
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
}

/// A freeze was given back: it was spent on another device first, so that the day is not protected.
public struct FreezeReturned: Change {
  public static let name = "streaks.freeze-returned"

  public let habit: HabitID
  public let day: Day

  public init(habit: HabitID, day: Day) {
    self.habit = habit
    self.day = day
  }
}
