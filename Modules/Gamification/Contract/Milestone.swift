import Core
import StreaksContract
import TrackingContract

/// One run of a habit that reached a milestone.
public struct Milestone: Codable, Sendable, Hashable {
  public let habit: HabitID
  /// One of the product's ``Core/Policies/milestones``.
  public let level: Int
  /// The first done day of the run.
  public let start: Day
  /// The unit of `level`; nil if an earlier version reported it.
  public let unit: StreakUnit?

  public init(habit: HabitID, level: Int, start: Day, unit: StreakUnit? = nil) {
    self.habit = habit
    self.level = level
    self.start = start
    self.unit = unit
  }
}

extension Milestone: Comparable {
  public static func < (a: Milestone, b: Milestone) -> Bool {
    (a.habit, a.level, a.start, a.unit?.rawValue ?? "")
      < (b.habit, b.level, b.start, b.unit?.rawValue ?? "")
  }
}
