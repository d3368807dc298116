import Core
import TrackingContract

/// How many of the days that were done were also marked on the day itself.
///
/// The others were marked later, came from another program, or arrived later than they were marked
/// (``TrackingContract/Evidence``). They count like all days; what is shared says so.
public struct RecordedDays: Codable, Sendable, Equatable {
  public let done: Int
  public let witnessed: Int

  public init(done: Int, witnessed: Int) {
    self.done = done
    self.witnessed = witnessed
  }

  /// Days that were all marked on the day itself.
  public init(done: Int = 0) { self.init(done: done, witnessed: done) }

  /// The number of done days that were not marked on the day itself.
  public var later: Int { done - witnessed }

  public static func + (a: RecordedDays, b: RecordedDays) -> RecordedDays {
    RecordedDays(done: a.done + b.done, witnessed: a.witnessed + b.witnessed)
  }
}

/// Counts the done days of a range by whether they were marked on the day itself.
public struct RecordedDaysOf: Query {
  public typealias Reply = RecordedDays
  public static let name = "streaks.recorded-days"
  public static let summary = "How many done days of a range were marked on the day itself."

  /// The habit; nil means all habits, archived ones included.
  public let habit: HabitID?
  public let from: Day
  public let to: Day

  public init(habit: HabitID? = nil, from: Day, to: Day) {
    self.habit = habit
    self.from = from
    self.to = to
  }
}
