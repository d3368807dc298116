import Core

/// A value that holds from a day on, until a later one takes its place.
public struct Dated<Value: Sendable>: Sendable {
  /// The first day on which the value holds; nil holds from the start.
  public let from: Day?
  public let value: Value

  public init(_ value: Value, from: Day? = nil) {
    self.value = value
    self.from = from
  }
}

extension Dated: Equatable where Value: Equatable {}

extension Array {
  /// Returns the value that holds on a day, of values in ascending order.
  public func value<Value>(on day: Day) -> Value? where Element == Dated<Value> {
    last { $0.from.map { $0 <= day } ?? true }?.value
  }
}

/// The rules of a habit in the past and now: each holds from a day on.
///
/// A change of the rhythm, of the target or of the difficulty leaves the days before it unchanged.
/// Each list is in ascending order and begins with a value that holds from the start.
public struct HabitRules: Sendable, Equatable {
  public var schedules: [Dated<Schedule>]
  public var targets: [Dated<Target?>]
  public var difficulties: [Dated<Difficulty>]
  /// Whether the habit was archived; a value without a day says nothing about the past.
  public var archivals: [Dated<Bool>]

  public init(
    schedules: [Dated<Schedule>],
    targets: [Dated<Target?>],
    difficulties: [Dated<Difficulty>],
    archivals: [Dated<Bool>]
  ) {
    self.schedules = schedules
    self.targets = targets
    self.difficulties = difficulties
    self.archivals = archivals
  }

  /// Creates the rules of a habit that never changed.
  public init(_ details: HabitDetails) {
    schedules = [Dated(details.schedule)]
    targets = [Dated(details.target)]
    difficulties = [Dated(details.difficulty)]
    archivals = [Dated(details.archived)]
  }

  /// The ranges of days on which the habit was archived, ascending; the last one may have no end.
  public var archivedDays: [(from: Day, to: Day?)] {
    var ranges: [(from: Day, to: Day?)] = []
    for archival in archivals {
      guard let from = archival.from else { continue }
      if let last = ranges.last, last.to == nil {
        guard !archival.value else { continue }
        ranges[ranges.count - 1].to = from.advanced(by: -1)
      } else if archival.value {
        ranges.append((from, nil))
      }
    }
    return ranges.filter { range in range.to.map { range.from <= $0 } ?? true }
  }

  /// Returns whether the habit was in the archive on a day.
  public func isArchived(on day: Day) -> Bool {
    archivedDays.contains { $0.from <= day && $0.to.map { day <= $0 } ?? true }
  }
}
