import Core

/// A habit was joined into another one, or separated again.
///
/// Its days count for the other habit from then on, including those marked by a device that does
/// not know of it yet. It stays as it is otherwise, so that it can be separated.
public struct HabitJoined: Fact {
  public static let name = "tracking.habit-joined"

  public let habit: HabitID
  /// The habit for which its days count; nil if it is independent again.
  public let into: HabitID?

  public init(habit: HabitID, into: HabitID?) {
    self.habit = habit
    self.into = into
  }

  public var entity: EntityID? { habit.entity }
}

/// The set of joined habits changed.
///
/// The resulting states of their days are published day by day (``CheckChanged``).
public struct HabitsJoined: Change {
  public static let name = "tracking.habits-joined"

  /// All joined habits, each with the habit for which its days count, which is never joined itself.
  public let roots: [HabitID: HabitID]

  public init(roots: [HabitID: HabitID]) { self.roots = roots }
}
