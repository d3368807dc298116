import Core
import TrackingContract

/// The days that travel east shortened by hours or skipped, derived from the marks around it.
///
/// Between two marks of which the later was made under a greater offset from UTC, the clock was set
/// forward. Among the days between them without marks, the last were those of the journey: one, or
/// two if a whole day was lost. Without such a day, the earlier day ended early if the old clock
/// still showed that day when the later mark was made; otherwise the later day began late.
struct TravelDays: Sendable {
  /// When and where a mark was made.
  struct Moment: Sendable, Comparable {
    let at: Instant
    /// Minutes east of UTC.
    let offset: Int

    static func < (a: Moment, b: Moment) -> Bool { (a.at, a.offset) < (b.at, b.offset) }
  }

  /// The minutes by which a day must be shorter.
  static let leastLoss = 180
  /// The maximum number of such days in any seven days.
  static let mostInSevenDays = 2
  /// The maximum number of days between two marks that can be a journey.
  private static let reach = 3

  /// The first and the last moment of each day with marks.
  private var days: [Int: ClosedRange<Moment>] = [:]
  /// The days shortened before the first mark of a day or between its marks, by that day.
  private var found: [Int: [Int]] = [:]
  /// The shortened days, ascending.
  private(set) var shortened: [Day] = []

  /// Sets the first and the last moment of a day; returns whether ``shortened`` changed.
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

  /// Returns ``shortened`` as if something were marked now, at the person's present place.
  ///
  /// - Parameters:
  ///   - day: today.
  ///   - moments: Returns the first and the last moment of one of the last days.
  func shortened(
    asOf now: Moment,
    on day: Int,
    _ moments: (Int) -> ClosedRange<Moment>?
  ) -> [Day] {
    var found = found
    found[day] = nil
    let mine = moments(day).map { $0.lowerBound...max($0.upperBound, now) } ?? now...now
    var new = TravelDays.losses(mine.lowerBound, of: day, mine.upperBound, of: day)
    let earlier = (1...TravelDays.reach).map { day - $0 }.first { moments($0) != nil }
    if let earlier, let before = moments(earlier) {
      new += TravelDays.losses(before.upperBound, of: earlier, mine.lowerBound, of: day)
    }
    guard !new.isEmpty || found.count != self.found.count else { return shortened }
    return TravelDays.limited(Set(found.values.joined()).union(new))
  }

  private func losses(upTo day: Int) -> [Int] {
    guard let moments = days[day] else { return [] }
    let inside = TravelDays.losses(moments.lowerBound, of: day, moments.upperBound, of: day)
    let earlier = (1...TravelDays.reach).map { day - $0 }.first { days[$0] != nil }
    guard let earlier, let before = days[earlier] else { return inside }
    return TravelDays.losses(before.upperBound, of: earlier, moments.lowerBound, of: day) + inside
  }

  private static func losses(
    _ before: Moment,
    of earlier: Int,
    _ after: Moment,
    of day: Int
  ) -> [Int] {
    guard after.offset - before.offset >= leastLoss else { return [] }
    let between = (earlier + 1)..<max(day, earlier + 1)
    guard between.isEmpty else {
      return Array(between.suffix(after.offset - before.offset < 1440 ? 1 : 2))
    }
    let old = Day(at: after.at, minutesEast: before.offset).number
    return old < day ? [earlier] : [day]
  }

  /// Returns the earliest days of which no seven in a row contain more than the maximum.
  private static func limited(_ days: Set<Int>) -> [Day] {
    var kept: [Int] = []
    for day in days.sorted() where kept.count(where: { $0 > day - 7 }) < mostInSevenDays {
      kept.append(day)
    }
    return kept.map(Day.init(number:))
  }
}
