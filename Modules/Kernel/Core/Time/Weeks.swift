/// The weeks of a user: on which weekday they begin, and since when.
///
/// A new first day of the week applies from a certain day on. The weeks before it stay as they
/// were, and the last of them is cut short where the first new one begins.
public struct Weeks: Sendable, Equatable {
  /// A first day of the week, and the day from which it holds.
  public struct Start: Sendable, Codable, Equatable {
    public let weekday: Weekday
    /// Nil holds from the beginning.
    public let from: Day?

    public init(_ weekday: Weekday, from: Day? = nil) {
      self.weekday = weekday
      self.from = from
    }
  }

  /// The first days of the week, ascending by day; the first one holds from the beginning.
  public let starts: [Start]
  /// The weeks that begin on one weekday, from the first of them on.
  private let stretches: [Start]

  /// Weeks that always began on a Monday.
  public static let fromMonday = Weeks(from: .monday)

  /// Weeks that always began on the same weekday.
  public init(from weekday: Weekday) {
    starts = [Start(weekday)]
    stretches = starts
  }

  /// - Parameter starts: ascending by day, the first one without a day; nil for any other list.
  public init?(_ starts: [Start]) {
    let days = starts.dropFirst().map { $0.from?.number ?? .min }
    guard starts.first?.from == nil, !starts.isEmpty, !days.contains(.min),
      zip(days, days.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.starts = starts
    var stretches = [starts[0]]
    for (start, next) in zip(starts.dropFirst(), starts.dropFirst(2).map(\.from) + [nil]) {
      guard let from = start.from, start.weekday != stretches.last?.weekday else { continue }
      let week = from.startOfWeek(from: start.weekday)
      let first = week == from ? week : week.advanced(by: 7)
      // Replaced before a week could begin on it.
      if let next, next <= first { continue }
      stretches.append(Start(start.weekday, from: first))
    }
    self.stretches = stretches
  }

  /// The present first day of the week.
  public var first: Weekday { starts[starts.count - 1].weekday }

  /// Returns the days of the week that contains `day`: seven, or fewer where a new first day of the
  /// week cut it short.
  public func days(around day: Day) -> ClosedRange<Day> {
    guard stretches.count > 1 else { return Weeks.whole(day, stretches[0].weekday) }
    let place = stretches.lastIndex { $0.from.map { $0 <= day } ?? true } ?? 0
    let week = Weeks.whole(day, stretches[place].weekday)
    guard place + 1 < stretches.count, let end = stretches[place + 1].from, end <= week.upperBound
    else { return week }
    return week.lowerBound...end.advanced(by: -1)
  }

  private static func whole(_ day: Day, _ first: Weekday) -> ClosedRange<Day> {
    let start = day.startOfWeek(from: first)
    return start...start.advanced(by: 6)
  }
}
