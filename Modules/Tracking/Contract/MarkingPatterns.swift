import Core

/// Finds patterns in marks.
public struct MarkingPatterns: Sendable {
  /// The marks of each habit, by ascending days.
  private let habits: [[EvidentMark]]
  /// The most skips of a habit in seven days; nil if there may be any number.
  private let maxSkips: Int?

  public init(_ habits: [[EvidentMark]], maxSkips: Int? = nil) {
    self.habits = habits
    self.maxSkips = maxSkips
  }

  /// All patterns, those of single habits last.
  public var all: [MarkingPattern] {
    zoneHops + clocksSetBack + habits.flatMap { skips($0) + lateAtOnce($0) + imported($0) }
  }

  // MARK: Zones

  /// Marks whose place is known, in the order in which they were made.
  private var placed: [(mark: EvidentMark, at: Instant, offset: Int)] {
    habits.joined().compactMap { mark in
      guard !mark.evidence.isImported, let at = mark.at, let offset = mark.evidence.offset else {
        return nil
      }
      return (mark, at, offset)
    }.sorted { ($0.at, $0.mark.stamped) < ($1.at, $1.mark.stamped) }
  }

  private var zoneHops: [MarkingPattern] {
    let placed = placed
    var hops: [MarkingPattern] = []
    var lastHop: (at: Instant, from: Int)?
    for (before, after) in zip(placed, placed.dropFirst()) where before.offset != after.offset {
      let elapsed = after.at.milliseconds - before.at.milliseconds
      let isBack =
        lastHop.map { after.offset == $0.from && after.at.milliseconds - $0.at.milliseconds < .day }
        ?? false
      let distance = abs(after.offset - before.offset)
      if MarkingPatterns.isTooFast(distance, elapsed) || isBack && distance >= 180 {
        hops.append(
          MarkingPattern(
            .zoneHop,
            title: after.mark.title,
            before: before.mark.title == after.mark.title ? nil : before.mark.title,
            from: min(before.mark.day, after.mark.day),
            to: max(before.mark.day, after.mark.day),
            count: before.mark.day == after.mark.day ? 1 : 2,
            at: after.at,
            offsets: [before.offset, after.offset],
            seconds: elapsed / 1000
          )
        )
      }
      lastHop = (after.at, before.offset)
    }
    return hops
  }

  /// Whether the offset moved by `minutes` faster than two hours an hour.
  ///
  /// A jet flies through about one hour of offset an hour; summer time moves clocks by one hour at
  /// once.
  private static func isTooFast(_ minutes: Int, _ elapsed: Int64) -> Bool {
    minutes > 60 && Int64(minutes) * 60_000 > 2 * elapsed
  }

  // MARK: Clocks

  /// Corrections of clocks by less than this are everyday use, in milliseconds.
  private static let clockTolerance: Int64 = 2 * 60_000

  /// One pattern for each stretch of marks, of any habits.
  ///
  /// Until time has caught up, all of them are behind a single wrong clock.
  private var clocksSetBack: [MarkingPattern] {
    let made = habits.joined().compactMap { mark -> (mark: EvidentMark, at: Instant)? in
      guard !mark.evidence.isImported, !mark.evidence.isClaimed, !mark.evidence.isKept else {
        return nil
      }
      return mark.at.map { (mark, $0) }
    }.sorted { ($0.mark.stamped, $0.at) < ($1.mark.stamped, $1.at) }
    return made.split { $0.mark.behind($0.at) <= MarkingPatterns.clockTolerance }
      .compactMap { stretch in
        let days = stretch.map(\.mark.day)
        guard let first = stretch.first, let from = days.min(), let to = days.max() else {
          return nil
        }
        let isOfOne = stretch.allSatisfy { $0.mark.title == first.mark.title }
        return MarkingPattern(
          .clockSetBack,
          title: isOfOne ? first.mark.title : nil,
          from: from,
          to: to,
          count: stretch.count,
          at: first.at,
          seconds: (stretch.map { $0.mark.behind($0.at) }.max() ?? 0) / 1000
        )
      }
  }

  // MARK: Skips

  private func skips(_ marks: [EvidentMark]) -> [MarkingPattern] {
    let limit = maxSkips ?? 6
    let days = marks.filter(\.isSkip).map(\.day)
    return joined(days) { first, last in
      let within = days.filter { first <= $0 && $0 <= last }
      return within.count > limit && first.distance(to: last) < 7
    }.map { range in
      let count = days.count { range.contains($0) }
      return MarkingPattern(
        .skips,
        title: marks.first?.title,
        from: range.lowerBound,
        to: range.upperBound,
        count: count
      )
    }
  }

  /// Joins the overlapping windows of seven days that hold too many.
  private func joined(
    _ days: [Day],
    _ isTooMany: (Day, Day) -> Bool
  ) -> [ClosedRange<Day>] {
    var ranges: [ClosedRange<Day>] = []
    for (place, first) in days.enumerated() {
      let last = days[place...].last { first.distance(to: $0) < 7 } ?? first
      guard isTooMany(first, last) else { continue }
      if let known = ranges.last, first <= known.upperBound {
        ranges[ranges.count - 1] = known.lowerBound...max(known.upperBound, last)
      } else {
        ranges.append(first...last)
      }
    }
    return ranges
  }

  // MARK: Many at once

  /// The smallest number of days that is many, and the longest time in which they are marked.
  private static let many = 5
  private static let atOnce: Int64 = 10 * 60_000

  private func lateAtOnce(_ marks: [EvidentMark]) -> [MarkingPattern] {
    let late = marks.compactMap { mark in
      mark.evidence.grade == .late ? mark.at.map { (at: $0, day: mark.day) } : nil
    }.sorted { ($0.at, $0.day) < ($1.at, $1.day) }
    var patterns: [MarkingPattern] = []
    var rest = late[...]
    while let first = rest.first {
      let group = rest.prefix {
        $0.at.milliseconds - first.at.milliseconds <= MarkingPatterns.atOnce
      }
      rest = rest.dropFirst(group.count)
      guard group.count >= MarkingPatterns.many, let last = group.last else { continue }
      let days = group.map(\.day)
      patterns.append(
        MarkingPattern(
          .lateAtOnce,
          title: marks.first?.title,
          from: days.min() ?? first.day,
          to: days.max() ?? first.day,
          count: group.count,
          at: first.at,
          seconds: (last.at.milliseconds - first.at.milliseconds) / 1000
        )
      )
    }
    return patterns
  }

  private func imported(_ marks: [EvidentMark]) -> [MarkingPattern] {
    let days = marks.filter(\.evidence.isImported).map(\.day)
    guard let first = days.first, let last = days.last else { return [] }
    return [
      MarkingPattern(
        .imported,
        title: marks.first?.title,
        from: first,
        to: last,
        count: days.count
      )
    ]
  }
}

extension EvidentMark {
  /// How far its clock, which showed `at`, was behind an earlier mark, in milliseconds.
  fileprivate func behind(_ at: Instant) -> Int64 { stamped.milliseconds - at.milliseconds }
}

extension Int64 {
  /// A day of 24 hours, in milliseconds.
  fileprivate static let day: Int64 = 86_400_000
}

/// Lists the patterns in the marks of all habits.
public struct PatternsOfMarks: Query {
  public typealias Reply = [MarkingPattern]
  public static let name = "tracking.patterns"
  public static let summary = "What in the marks of habits looks unlike everyday use."

  public init() {}
}
