import Core
import TrackingContract

/// One run of a habit that reached a milestone.
public struct Milestone: Codable, Sendable, Hashable {
  public let habit: HabitID
  /// One of the product's ``Core/Policies/milestones``.
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
