import Core
import StreaksContract
import TrackingContract

extension StreakRecord {
  /// Folds the new state of a day.
  ///
  /// - Returns: the change to the run around the day; nil if its length is unchanged.
  mutating func apply(_ change: CheckChanged, weekStart: () -> Weekday) -> StreakChanged? {
    guard let traits, !matches(change) else {
      set(change)
      return nil
    }
    let lengths = RunLengths(of: &self, traits, change.day.number, weekStart) { $0.set(change) }
    return changed(change.day, traits, lengths)
  }

  /// Returns how protecting `day` changed the run around it; the day must already be protected.
  mutating func runs(joinedBy day: Int32, weekStart: () -> Weekday) -> StreakChanged? {
    guard let traits else { return nil }
    let all = protected
    protected.removeAll { $0 == day }
    let lengths = RunLengths(of: &self, traits, Int(day), weekStart) { $0.protected = all }
    return changed(Day(number: Int(day)), traits, lengths)
  }

  private func changed(_ day: Day, _ traits: Traits, _ lengths: RunLengths) -> StreakChanged? {
    guard lengths.before != lengths.after else { return nil }
    return StreakChanged(
      habit: id,
      day: day,
      from: lengths.before,
      to: lengths.after,
      unit: lengths.unit,
      start: lengths.start.map { Day(number: $0) }
    )
  }

  /// Returns whether the day already counts as the change reports.
  private func matches(_ change: CheckChanged) -> Bool {
    let day = change.day.number
    return history.isDone(on: day) == (change.to == .done)
      && history.isSkipped(on: day) == (change.to == .skipped)
  }

  fileprivate mutating func set(_ change: CheckChanged) {
    let day = change.day.number
    measures.set(day, change.value)
    history.set(
      day,
      done: change.to == .done,
      skipped: change.to == .skipped,
      known: change.isKnown
    )
  }
}

/// The length of the run around a day before and after a change, in the whole history.
///
/// It is the run that contains the day or, if the day's unit was missed, the longer of the two runs
/// that the unit separates. Only units count that milestones count.
private struct RunLengths {
  var before = 0
  var after = 0
  /// The first done day of the run that contains the day after the change.
  var start: Int?
  /// The unit in which the day counts.
  let unit: StreakUnit

  /// Computes both lengths, and applies `change` to the record in between.
  init(
    of record: inout StreakRecord,
    _ traits: Traits,
    _ day: Int,
    _ weekStart: () -> Weekday,
    _ change: (inout StreakRecord) -> Void
  ) {
    let firstOfWeek = traits.countsWeeks ? weekStart() : .monday
    var range = record.range(with: day)
    let reach = traits.reach
    if reach > 0 { range = record.surroundings(of: day, within: range, quota: reach) }
    let old = record.course(traits, range, firstOfWeek)
    change(&record)
    if reach > 0 {
      // A mark can move units far from its own day, so both sides are computed again.
      range = record.range(with: day)
      range = record.surroundings(of: day, within: range, quota: reach)
    }
    let new = record.course(traits, range, firstOfWeek)
    let section = new.section(of: day)
    unit = section.unit
    let place = new.leg(on: day).decidingDay(of: day)
    let (was, now) = (old.verdict(on: place), new.verdict(on: place))
    guard reach > 0 || was != now else { return }
    let sides = (new.done(before: place, in: section), new.done(after: place, in: section))
    after = RunLengths.length(now, sides, new.counts(place))
    start = new.start(around: place, in: section)
    guard reach > 0 else {
      // Only this unit changed; the runs on both sides of it are the same as before.
      before = RunLengths.length(was, sides, true)
      return
    }
    let oldSection = old.section(of: day)
    let oldSides = (old.done(before: place, in: oldSection), old.done(after: place, in: oldSection))
    before = RunLengths.length(was, oldSides, old.counts(place))
  }

  private static func length(
    _ verdict: QuotaPeriod.Verdict,
    _ sides: (before: Int, after: Int),
    _ counts: Bool
  ) -> Int {
    switch verdict {
    case .done: sides.before + (counts ? 1 : 0) + sides.after
    case .neutral: sides.before + sides.after
    case .missed: max(sides.before, sides.after)
    }
  }
}

extension Traits {
  /// Whether a first day of the week decides anything.
  fileprivate var countsWeeks: Bool {
    schedules.contains { $0.value.calendarPeriod == .week }
  }

  /// The number of days that a mark reaches beyond its own unit; 0 for most schedules.
  fileprivate var reach: Int {
    schedules.reduce(0) { reach, schedule in
      switch schedule.value {
      case .times(_, .rolling(let days)), .every(let days): max(reach, days)
      default: reach
      }
    }
  }
}

extension StreakRecord {
  /// Returns the days of the whole history, extended to `day`.
  fileprivate func range(with day: Int) -> ClosedRange<Int> {
    let first = min(traits?.createdOn.number ?? day, history.firstKnown ?? day, day)
    return first...max(history.lastKnown ?? day, day, first)
  }

  /// Returns the part of `range` in which a mark on `day` can affect a rolling quota.
  ///
  /// Intervals reach less than `quota` days beyond their marks, so a gap of twice as many days
  /// contains missed days, unless one of its days is neutral.
  fileprivate func surroundings(
    of day: Int,
    within range: ClosedRange<Int>,
    quota: Int
  )
    -> ClosedRange<Int>
  {
    var last = day
    while let next = history.firstDone(after: last),
      next - last < 2 * quota || hasNeutralDay(between: last, and: next)
    {
      last = next
    }
    var first = day
    while let next = history.lastDone(before: first),
      first - next < 2 * quota || hasNeutralDay(between: next, and: first)
    {
      first = next
    }
    return max(range.lowerBound, first - quota)...min(range.upperBound, last + quota)
  }

  private func hasNeutralDay(between first: Int, and last: Int) -> Bool {
    let place = protected.firstPlace(notBefore: Int32(clamping: first))
    return place < protected.count && protected[place] <= last
      || away.contains { $0.overlaps(first...last) }
      || history.hasSkip(in: first...last)
  }
}
