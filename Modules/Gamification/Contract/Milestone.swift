import Core
import TrackingContract

/// The lengths of a run that are celebrated, in the unit of the habit's own streak.
///
/// Milestones count the same unit that the user sees: a weekly habit earns its first badge after
/// seven weeks, one on chosen weekdays after seven times.
public enum Milestones {
  /// The levels in ascending order.
  public static let levels = [7, 30, 60, 100, 365]

  /// Returns the levels that a run reached by growing from one length to another.
  public static func crossed(from: Int, to: Int) -> [Int] {
    levels.filter { from < $0 && $0 <= to }
  }

  public static func isCrossed(from: Int, to: Int) -> Bool {
    levels.contains { from < $0 && $0 <= to }
  }
}

/// One run of a habit that reached a milestone.
public struct Milestone: Codable, Sendable, Hashable {
  public let habit: HabitID
  /// One of ``Milestones/levels``.
  public let level: Int
  /// The first done day of the run.
  public let start: Day

  public init(habit: HabitID, level: Int, start: Day) {
    self.habit = habit
    self.level = level
    self.start = start
  }
}

extension Milestone: Comparable {
  public static func < (a: Milestone, b: Milestone) -> Bool {
    (a.habit, a.level, a.start) < (b.habit, b.level, b.start)
  }
}
