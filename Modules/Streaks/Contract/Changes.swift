import Core
import TrackingContract

/// A check made the run around its day longer or shorter.
///
/// Counted over the whole history and without a clock, so that a replay says the same.
public struct StreakChanged: Change {
  public static let name = "streaks.streak-changed"

  public let habit: HabitID
  /// The day that was checked.
  public let day: Day
  /// Length of the longest run that held or touched the day before the check; 0 for none.
  public let from: Int
  /// The same after the check.
  public let to: Int
  /// What `from` and `to` count.
  public let unit: StreakUnit

  public init(habit: HabitID, day: Day, from: Int, to: Int, unit: StreakUnit) {
    self.habit = habit
    self.day = day
    self.from = from
    self.to = to
    self.unit = unit
  }
}
