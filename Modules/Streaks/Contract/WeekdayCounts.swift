import Core

/// How the done days of the last twelve weeks are distributed over the week.
///
/// Twelve weeks are long enough for a habit on one weekday, and short enough to be current. Rested
/// and protected days are left out, and today is too until it is done.
public struct WeekdayCounts: Codable, Sendable, Equatable {
  /// The number of days that are counted, today included.
  public static let days = 84

  /// For each weekday from Monday, the days that a rhythm planned for it.
  public var planned: [Int]
  /// The done days among ``planned``.
  public var done: [Int]
  /// The done days of rhythms that plan no certain days, such as “3 a week”.
  public var free: [Int]

  public init(
    planned: [Int] = WeekdayCounts.none,
    done: [Int] = WeekdayCounts.none,
    free: [Int] = WeekdayCounts.none
  ) {
    self.planned = planned
    self.done = done
    self.free = free
  }

  public static let none = [Int](repeating: 0, count: 7)

  /// Counts the days of several habits together.
  public static func + (a: WeekdayCounts, b: WeekdayCounts) -> WeekdayCounts {
    func sum(_ a: [Int], _ b: [Int]) -> [Int] { zip(a, b).map { $0 + $1 } }
    return WeekdayCounts(
      planned: sum(a.planned, b.planned),
      done: sum(a.done, b.done),
      free: sum(a.free, b.free)
    )
  }

  /// How many of a weekday's days were done, and their total.
  public struct Share: Sendable, Equatable {
    public let weekday: Weekday
    public let done: Int
    public let of: Int
  }

  /// The share of each weekday from Monday: of the days planned for it, or of all done days.
  ///
  /// The second is used if no day was planned.
  public var shares: [Share] {
    let isPlanned = planned.contains { $0 > 0 }
    let all = free.reduce(0, +)
    return zip(Weekday.allCases, Weekday.allCases.indices).map { weekday, place in
      isPlanned
        ? Share(weekday: weekday, done: done[place], of: planned[place])
        : Share(weekday: weekday, done: free[place], of: all)
    }
  }

  /// The weekdays with the greatest share, all of them if several are equal.
  ///
  /// One day does not make a weekday the best, and until such a weekday has a second day, no other
  /// is called better than it.
  public var best: [Weekday] {
    let kept = shares.filter { $0.done > 0 }
    guard let top = kept.max(by: { $0.done * $1.of < $1.done * $0.of }) else { return [] }
    let best = kept.filter { $0.done * top.of == top.done * $0.of }
    return best.allSatisfy { $0.of >= 2 } ? best.map(\.weekday) : []
  }

  /// The best weekday, or two that are equally good; more are not worth a sentence.
  public var outstanding: [Weekday] { best.count <= 2 ? best : [] }
}
