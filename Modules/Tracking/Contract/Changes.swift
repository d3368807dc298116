import Core

/// A habit came to be or is not what it was.
public struct HabitChanged: Change {
  public static let name = "tracking.habit-changed"

  public let habit: Habit
  /// Where it stands among the others.
  public let place: HabitPlace

  /// - Parameter created: the stamp of the fact that created the habit; nil makes one of its instant.
  public init(habit: Habit, created: HybridTimestamp? = nil) {
    self.habit = habit
    place = HabitPlace(
      position: habit.details.position,
      created: created
        ?? HybridTimestamp(
          clock: HybridTime(milliseconds: habit.createdAt.milliseconds),
          device: DeviceID(rawValue: 0)
        ),
      habit: habit.id
    )
  }
}

/// A habit is gone, with everything about it.
public struct HabitRemoved: Change {
  public static let name = "tracking.habit-removed"

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }
}

/// A day of a habit counts as something else than before, or its value changed.
///
/// Vacations are told apart, by ``VacationsChanged``.
public struct CheckChanged: Change {
  public static let name = "tracking.check-changed"

  public let habit: HabitID
  public let day: Day
  public let from: DayStatus
  public let to: DayStatus
  /// What is measured now; nil when nothing is.
  public let value: Amount?
  /// Whether anything is said of the day at all, be it only that it was missed.
  public let isKnown: Bool

  public init(
    habit: HabitID,
    day: Day,
    from: DayStatus,
    to: DayStatus,
    value: Amount?,
    isKnown: Bool
  ) {
    self.habit = habit
    self.day = day
    self.from = from
    self.to = to
    self.value = value
    self.isKnown = isKnown
  }
}

/// The vacations are now these.
public struct VacationsChanged: Change {
  public static let name = "tracking.vacations-changed"

  public let vacations: [Vacation]

  public init(vacations: [Vacation]) { self.vacations = vacations }
}
