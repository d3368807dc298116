import Core

/// A habit was joined into another one, or separated again.
///
/// Its days count for the other habit from then on, also those that a device marks which does not know
/// of it yet. It stays as it is otherwise, so that it can be separated.
public struct HabitJoined: Fact {
  public static let name = "tracking.habit-joined"

  public let habit: HabitID
  /// The habit for which its days count; nil if it is one of its own again.
  public let into: HabitID?

  public init(habit: HabitID, into: HabitID?) {
    self.habit = habit
    self.into = into
  }

  public var entity: EntityID? { habit.entity }
}

/// Other habits are joined now.
///
/// What their days were then counts for the others is published day by day (``CheckChanged``).
public struct HabitsJoined: Change {
  public static let name = "tracking.habits-joined"

  /// All joined habits, and for which habit the days of each count; that one is never joined itself.
  public let roots: [HabitID: HabitID]

  public init(roots: [HabitID: HabitID]) { self.roots = roots }
}
