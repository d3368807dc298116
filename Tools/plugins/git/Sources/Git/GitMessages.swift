import TrackingContract
import TrellisSDK

/// A repository whose commits check a habit.
public struct RepositoryWatch: Codable, Sendable, Equatable {
  /// The folder; `~/` stands for the person's home, so that it means the same on all machines.
  public let path: String
  public let habit: HabitID
  /// The author whose commits count: a part of a name or an address.
  public let author: String
  /// The first day whose commits count.
  public let from: Day

  public init(path: String, habit: HabitID, author: String, from: Day) {
    self.path = path
    self.habit = habit
    self.author = author
    self.from = from
  }
}

/// A repository is watched for a habit, or no longer.
public struct WatchSet: Fact {
  public static let name = "git.watch-set"

  public let watch: RepositoryWatch
  public let isOn: Bool

  public init(watch: RepositoryWatch, isOn: Bool) {
    self.watch = watch
    self.isOn = isOn
  }

  public var entity: EntityID? { watch.habit.entity }
}

/// Days of commits were credited to a habit, and are never credited again.
public struct DaysCredited: Fact {
  public static let name = "git.days-credited"

  public let habit: HabitID
  /// Ascending.
  public let days: [Day]
  /// The days that were open, and were checked.
  public let checked: [Day]

  public init(habit: HabitID, days: [Day], checked: [Day]) {
    self.habit = habit
    self.days = days
    self.checked = checked
  }

  public var entity: EntityID? { habit.entity }
  public var latestDay: Day? { days.last }
}

/// The watched repositories, by path.
public struct AllWatches: Query {
  public typealias Reply = [RepositoryWatch]
  public static let name = "git.watches"
  public static let summary = "The repositories whose commits check habits."

  public init() {}
}

/// Watches a repository for a habit; an existing watch gets the new author and day.
///
/// Rejected with `git-no-author`, `git-day-in-future`, and the errors of Tracking about the habit.
public struct WatchRepository: Command {
  public typealias Reply = RepositoryWatch
  public static let name = "git.watch"
  public static let summary = "Lets the commits of a repository check a habit."

  public let path: String
  public let habit: HabitID
  public let author: String
  /// Nil for today.
  public let from: Day?

  public init(path: String, habit: HabitID, author: String, from: Day? = nil) {
    self.path = path
    self.habit = habit
    self.author = author
    self.from = from
  }
}

/// Stops watching a repository; what its commits checked stays checked.
///
/// Rejected with `git-not-watched`.
public struct UnwatchRepository: Command {
  public typealias Reply = [RepositoryWatch]
  public static let name = "git.unwatch"
  public static let summary = "Lets the commits of a repository check nothing any more."

  public let path: String
  /// Nil for all habits for which it is watched.
  public let habit: HabitID?

  public init(path: String, habit: HabitID? = nil) {
    self.path = path
    self.habit = habit
  }
}

/// Checks the days of a habit on which there were commits, each day once.
public struct CreditDays: Command {
  public typealias Reply = CreditedDays
  public static let name = "git.credit"
  public static let summary = "Checks days on which there were commits, each once."

  public let habit: HabitID
  public let days: [Day]

  public init(habit: HabitID, days: [Day]) {
    self.habit = habit
    self.days = days
  }
}

/// The answer to ``CreditDays``.
public struct CreditedDays: Codable, Sendable, Equatable {
  /// The days that this command checked.
  public let checked: [Day]
}
