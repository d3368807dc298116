import Core

/// A habit was created or changed.
public struct HabitChanged: Change, IntegrationEvent {
  public static let name = "tracking.habit-changed"
  public static let summary = "A habit was created, edited or archived."

  public let habit: Habit
  /// The habit's place among the others.
  public let place: HabitSortKey
  /// The habit's rhythm, target and difficulty in the past and now.
  public let rules: HabitRules

  /// - Parameters:
  ///   - created: the timestamp of the fact that created the habit; nil derives one from the habit's
  ///     creation instant.
  ///   - rules: the rules of the past; nil if they were never changed.
  public init(habit: Habit, created: HybridTimestamp? = nil, rules: HabitRules? = nil) {
    self.habit = habit
    self.rules = rules ?? HabitRules(habit.details)
    place = HabitSortKey(
      position: habit.details.position,
      created: created
        ?? HybridTimestamp(
          clock: HybridTime(milliseconds: habit.createdAt.milliseconds),
          device: DeviceID(rawValue: 0)
        ),
      habit: habit.id
    )
  }

  public var subject: EntityID? { habit.id.entity }

  private enum CodingKeys: CodingKey { case habit }

  /// The current habit; its place and its past rules are shared between modules.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(habit, forKey: .habit)
  }
}

/// A habit was deleted with all its data.
public struct HabitRemoved: Change, IntegrationEvent {
  public static let name = "tracking.habit-removed"
  public static let summary = "A habit was deleted with all its days."

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }

  public var subject: EntityID? { habit.entity }
}

/// The status, the value or the evidence of a habit's day changed.
///
/// Vacations are reported separately, by ``VacationsChanged``.
public struct CheckChanged: Change, IntegrationEvent {
  public static let name = "tracking.check-changed"
  public static let summary = "A day is done, skipped or open again, or its value was changed."

  public let habit: HabitID
  public let day: Day
  public let from: DayStatus
  public let to: DayStatus
  /// The measured value after the change; nil if there is none.
  public let value: Amount?
  /// Whether the day has a mark or a value, even if it is only marked as missed.
  public let isKnown: Bool
  /// Whether the day was marked on that day itself (``Evidence/Grade/witnessed``).
  public let isWitnessed: Bool

  public init(
    habit: HabitID,
    day: Day,
    from: DayStatus,
    to: DayStatus,
    value: Amount?,
    isKnown: Bool,
    isWitnessed: Bool = true
  ) {
    self.habit = habit
    self.day = day
    self.from = from
    self.to = to
    self.value = value
    self.isKnown = isKnown
    self.isWitnessed = isWitnessed
  }

  public var subject: EntityID? { habit.entity }
}

/// The set of days changed that travel east shortened by three hours or more, or skipped.
///
/// They break nothing: a person who lands in the evening has no time left for what the day asked.
/// No seven days contain more than two of them.
public struct DaysShortened: Change {
  public static let name = "tracking.days-shortened"

  /// The shortened days, ascending.
  public let days: [Day]

  public init(days: [Day]) { self.days = days }
}

/// Returns the days that travel shortened up to now, ascending.
///
/// Unlike ``DaysShortened`` it knows the person's present place, before anything is marked there.
public struct ShortenedDays: Query {
  public typealias Reply = [Day]
  public static let name = "tracking.shortened-days"
  public static let summary = "The days that travel east shortened by hours or skipped."

  public init() {}
}

/// The set of vacations changed.
public struct VacationsChanged: Change, IntegrationEvent {
  public static let name = "tracking.vacations-changed"
  public static let summary = "A vacation was planned, changed or cancelled."

  public let vacations: [Vacation]

  public init(vacations: [Vacation]) { self.vacations = vacations }
}
