import Core
import TrackingContract

/// The days that travel east shortened by hours or skipped, as the marks before and after it tell.
///
/// Between two marks of which the later was made under a greater offset from UTC, the clock was set
/// forward. The day that it still was by the old clock when the later mark was made ended early; if
/// that day is the later mark's own, it began late.
struct TravelDays: Sendable {
  /// When and where a mark was made.
  struct Moment: Sendable, Comparable {
    let at: Instant
    /// Minutes east of UTC.
    let offset: Int

    static func < (a: Moment, b: Moment) -> Bool { (a.at, a.offset) < (b.at, b.offset) }
  }

  /// By how much a day must be shorter, in minutes.
  static let leastLoss = 180
  /// The number of such days in any seven days.
  static let mostInSevenDays = 2
  /// The greatest number of days from one mark to the next between which somebody travels.
  private static let reach = 3

  /// The first and the last moment of each day with marks.
  private var days: [Int: ClosedRange<Moment>] = [:]
  /// The days shortened before the first mark of a day or between its marks, by that day.
  private var found: [Int: [Int]] = [:]
  /// The shortened days, ascending.
  private(set) var shortened: [Day] = []

  /// Takes in the first and the last moment of a day; returns whether ``shortened`` changed.
  mutating func set(_ moments: ClosedRange<Moment>?, on day: Int) -> Bool {
    guard days[day] != moments else { return false }
    days[day] = moments
    let next = (1...TravelDays.reach).map { day + $0 }.first { days[$0] != nil }
    var isChanged = false
    for day in [day, next].compactMap({ $0 }) {
      let list = losses(upTo: day)
      guard found[day] ?? [] != list else { continue }
      found[day] = list.isEmpty ? nil : list
      isChanged = true
    }
    guard isChanged else { return false }
    let before = shortened
    shortened = TravelDays.limited(Set(found.values.joined()))
    return shortened != before
  }

  private func losses(upTo day: Int) -> [Int] {
    guard let moments = days[day] else { return [] }
    let inside = TravelDays.losses(moments.lowerBound, moments.upperBound, on: day)
    let earlier = (1...TravelDays.reach).lazy.compactMap { days[day - $0] }.first
    guard let earlier else { return inside }
    return TravelDays.losses(earlier.upperBound, moments.lowerBound, on: day) + inside
  }

  private static func losses(_ before: Moment, _ after: Moment, on day: Int) -> [Int] {
    guard after.offset - before.offset >= leastLoss else { return [] }
    let old = Day(at: after.at, minutesEast: before.offset).number
    return old < day ? Array(old..<day) : [day]
  }

  /// Returns the earliest days, of which no seven in a row contain more than the most allowed.
  private static func limited(_ days: Set<Int>) -> [Day] {
    var kept: [Int] = []
    for day in days.sorted() where kept.count(where: { $0 > day - 7 }) < mostInSevenDays {
      kept.append(day)
    }
    return kept.map(Day.init(number:))
  }
}
