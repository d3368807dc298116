import Core
import StreaksContract
import TrackingContract

extension StreakRecord {
  /// Folds the new state of a day.
  ///
  /// - Returns: the change to the run around the day; nil if its length is unchanged.
  mutating func apply(_ change: CheckChanged, weeks: () -> Weeks) -> StreakChanged? {
    guard isKnown, !matches(change) else {
      set(change)
      return nil
    }
    return changed(change.day, weeks) { $0.set(change) }
  }

  /// Returns how protecting `day` changed the run around it; the day must already be protected.
  mutating func runs(joinedBy day: Int32, weeks: () -> Weeks) -> StreakChanged? {
    guard isKnown else { return nil }
    let all = protected
    protected.removeAll { $0 == day }
    return changed(Day(number: Int(day)), weeks) { $0.protected = all }
  }

  private mutating func changed(
    _ day: Day,
    _ weeks: () -> Weeks,
    _ change: (inout StreakRecord) -> Void
  ) -> StreakChanged? {
    guard let lengths = RunLengths(of: &self, day.number, weeks, change),
      lengths.before != lengths.after
    else { return nil }
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
      known: change.isKnown,
      unwitnessed: !change.isWitnessed
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
  ///
  /// Nil for a habit that is not known.
  init?(
    of record: inout StreakRecord,
    _ day: Int,
    _ weeks: () -> Weeks,
    _ change: (inout StreakRecord) -> Void
  ) {
    if let weekdays = record.traits?.fixedWeekdays {
      self.init(of: &record, day, dueOn: weekdays, change)
    } else if let traits = record.traits {
      self.init(of: &record, traits, day, weeks, change)
    } else {
      return nil
    }
  }

  /// Computes them for a habit that was always due on the same weekdays.
  private init(
    of record: inout StreakRecord,
    _ day: Int,
    dueOn weekdays: UInt64,
    _ change: (inout StreakRecord) -> Void
  ) {
    unit = StreakUnit(record.traits?.schedule ?? .daily)
    let old = record.verdict(on: day, dueOn: weekdays)
    change(&record)
    let new = record.verdict(on: day, dueOn: weekdays)
    guard old != new else { return }
    // Only this day changed, and the runs on both sides are the same as before.
    let left = record.run(before: day, dueOn: weekdays)
    let right = record.run(after: day, dueOn: weekdays)
    let sides = (before: left.length, after: right.length)
    before = RunLengths.length(old, sides, true)
    after = RunLengths.length(new, sides, true)
    if new != .missed { start = left.start ?? (new == .done ? day : right.start) }
  }

  private init(
    of record: inout StreakRecord,
    _ traits: Traits,
    _ day: Int,
    _ weeks: () -> Weeks,
    _ change: (inout StreakRecord) -> Void
  ) {
    let weeks = traits.countsWeeks ? weeks() : .fromMonday
    let reach = traits.reach
    // A course shares the history, so it is gone before the history changes.
    let (old, frame) = RunLengths.look(at: day, of: record, traits, reach, weeks)
    change(&record)
    let range = record.range(around: day, reach)
    let course =
      if let frame, frame.range == range { record.course(frame) } else {
        record.course(traits, range, weeks)
      }
    let new = Around(day, course, 1)
    unit = new.unit
    guard reach > 0 || old.verdict != new.verdict else { return }
    // Without a reach only this unit changed, and the runs on both sides are the same as before.
    before = RunLengths.length(old.verdict, reach > 0 ? old.sides : new.sides, old.counts)
    after = RunLengths.length(new.verdict, new.sides, new.counts)
    start = course.start(around: new.place, in: course.section(of: day))
  }

  private static func look(
    at day: Int,
    of record: StreakRecord,
    _ traits: Traits,
    _ reach: Int,
    _ weeks: Weeks
  ) -> (Around, Course.Frame?) {
    let course = record.course(traits, record.range(around: day, reach), weeks)
    return (Around(day, course, reach), course.frame)
  }

  /// What a course says about the unit of a day and the runs on both sides of it.
  private struct Around {
    let place: Int
    let unit: StreakUnit
    let verdict: QuotaPeriod.Verdict
    var sides = (before: 0, after: 0)
    var counts = true

    /// - Parameter reach: 0 leaves out the sides.
    init(_ day: Int, _ course: Course, _ reach: Int) {
      let section = course.section(of: day)
      unit = section.unit
      place = course.leg(on: day).decidingDay(of: day)
      verdict = course.verdict(on: place)
      guard reach > 0 else { return }
      sides = (course.done(before: place, in: section), course.done(after: place, in: section))
      counts = course.counts(place)
    }
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
  /// Returns the days in which a mark on `day` can affect anything.
  fileprivate func range(around day: Int, _ reach: Int) -> ClosedRange<Int> {
    let range = range(with: day)
    return reach > 0 ? surroundings(of: day, within: range, quota: reach) : range
  }

  /// Returns the days of the whole history, extended to `day`.
  func range(with day: Int) -> ClosedRange<Int> {
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

  private func contains(_ days: [Int32], between first: Int, and last: Int) -> Bool {
    let place = days.firstPlace(notBefore: Int32(clamping: first))
    return place < days.count && days[place] <= last
  }

  private func hasNeutralDay(between first: Int, and last: Int) -> Bool {
    contains(protected, between: first, and: last)
      || contains(shortened, between: first, and: last)
      || away.contains { $0.overlaps(first...last) }
      || history.hasSkip(in: first...last)
  }
}
