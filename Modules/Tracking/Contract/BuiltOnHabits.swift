import Core

/// What another module keeps about a habit because of something the user did with it.
public struct BuiltOnHabit: Codable, Sendable, Equatable {
  public let habit: HabitID
  /// What was done, as the middle of a sentence about the habit: `a freeze protects 2026-03-09`.
  public let words: String

  public init(habit: HabitID, words: String) {
    self.habit = habit
    self.words = words
  }
}

/// A query for the freezes that were used on some habits, to the module that keeps freezes.
///
/// Tracking asks before it takes an import back, which must not silently remove them too.
public struct FreezesOnHabits: Query {
  public typealias Reply = [BuiltOnHabit]
  public static let name = "tracking.freezes-on-habits"
  public static let summary = "The freezes that were used on some habits."

  public let habits: [HabitID]

  public init(habits: [HabitID]) { self.habits = habits }
}

/// A query for the reminders that were set here for some habits, to the module that keeps reminders.
///
/// Reminders that came with an import are not included.
public struct RemindersOnHabits: Query {
  public typealias Reply = [BuiltOnHabit]
  public static let name = "tracking.reminders-on-habits"
  public static let summary = "The reminders that were set here for some habits."

  public let habits: [HabitID]

  public init(habits: [HabitID]) { self.habits = habits }
}
