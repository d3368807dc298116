import Core

/// Joins a habit into another one, for which its days count from then on.
///
/// Rejected unless `confirmed`, with an error that says what both have.
public struct JoinHabits: Command {
  public typealias Reply = JoinedHabit
  public static let name = "tracking.join-habits"
  public static let summary = "Counts the days of a habit for another one, which stays."

  public let from: HabitID
  public let into: HabitID
  public let confirmed: Bool

  public init(from: HabitID, into: HabitID, confirmed: Bool) {
    self.from = from
    self.into = into
    self.confirmed = confirmed
  }
}

/// Makes a habit that was joined into another one independent again.
public struct SeparateHabit: Command {
  public typealias Reply = Habit
  public static let name = "tracking.separate-habit"
  public static let summary = "Makes a habit that was joined into another one separate again."

  public let habit: HabitID

  public init(habit: HabitID) { self.habit = habit }
}

/// A habit that is joined into another one.
public struct JoinedHabit: Codable, Sendable, Equatable {
  public let id: HabitID
  public let title: String
  /// The habit for which its days count.
  public let into: Habit

  public init(id: HabitID, title: String, into: Habit) {
    self.id = id
    self.title = title
    self.into = into
  }
}

/// The habits that are joined into others.
public struct JoinedHabits: Query {
  public typealias Reply = [JoinedHabit]
  public static let name = "tracking.joined-habits"
  public static let summary = "The habits that are joined into others."

  public init() {}
}

/// The pairs of habits that have the same title, ignoring case and spaces.
///
/// It is asked when the histories of two devices are merged: a habit tracked on both exists twice.
public struct HabitTwins: Query {
  public typealias Reply = [HabitTwin]
  public static let name = "tracking.habit-twins"
  public static let summary = "Pairs of habits with the same title, which may be one."

  public init() {}
}

/// Two habits with the same title.
public struct HabitTwin: Codable, Sendable, Equatable {
  /// The one with fewer days.
  public let from: Habit
  /// The one with more days; of two with equally many, the one that was created first.
  public let into: Habit
  public let days: JoinedDays

  public init(from: Habit, into: Habit, days: JoinedDays) {
    self.from = from
    self.into = into
    self.days = days
  }
}

/// How many days with an entry two habits have.
public struct JoinedDays: Codable, Sendable, Equatable {
  public let from: Int
  public let into: Int
  /// The days that are in both; the mark that was made last counts.
  public let both: Int

  public init(from: Int, into: Int, both: Int) {
    self.from = from
    self.into = into
    self.both = both
  }
}
