import Core
import TrackingContract

/// Returns how much of the plan was done in each of the given ranges of days.
public struct RangeRates: Query {
  public typealias Reply = [CompletionRate]
  public static let name = "streaks.stretch-rates"
  public static let summary = "Done and planned in each of some stretches of days."

  /// The habit; nil means all habits that are not archived.
  public let habit: HabitID?
  public let stretches: [DayStretch]

  public init(habit: HabitID?, stretches: [DayStretch]) {
    self.habit = habit
    self.stretches = stretches
  }
}

/// Consecutive days.
public struct DayStretch: Codable, Sendable, Hashable {
  public let from: Day
  /// The last day of the range.
  public let to: Day

  public init(from: Day, to: Day) {
    self.from = from
    self.to = to
  }
}

/// What was done of what was planned, in the units of the habits' schedules.
///
/// A range contains the weeks and months whose quota was filled in it, those that end in it with an
/// unfilled quota, and every other unit on its day; today's unit counts once it is done. A rolling
/// quota contributes parts of units.
public struct CompletionRate: Codable, Sendable, Equatable {
  public let done: Double
  public let planned: Double

  /// The rate, 0 to 1; nil if nothing was planned.
  public var rate: Double? { planned == 0 ? nil : done / planned }

  public init(done: Double, planned: Double) {
    self.done = done
    self.planned = planned
  }
}
