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
      unit: StreakUnit(traits.schedule),
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
/// that the unit separates.
private struct RunLengths {
  var before = 0
  var after = 0
  /// The first done day of the run that contains the day after the change.
  var start: Int?

  /// Computes both lengths, and applies `change` to the record in between.
  init(
    of record: inout StreakRecord,
    _ traits: Traits,
    _ day: Int,
    _ weekStart: () -> Weekday,
    _ change: (inout StreakRecord) -> Void
  ) {
    let range = record.range(with: day)
    var firstOfWeek = Weekday.monday
    if case .times(_, .week) = traits.schedule { firstOfWeek = weekStart() }
    let units = Units(traits.schedule, weekStart: firstOfWeek)
    let unit = units.unit(of: day)
    if case .times(_, .rolling(let days)) = traits.schedule {
      // A mark can move intervals far from its own day, so both sides are computed again.
      let near = record.surroundings(of: day, within: range, quota: max(1, days))
      before = UnitTimeline(days: record.days(traits, near), units: units).runLength(touching: unit)
      change(&record)
      let timeline = UnitTimeline(days: record.days(traits, near), units: units)
      after = timeline.runLength(touching: unit)
      start = timeline.start(around: unit)
      return
    }
    let old = UnitTimeline(days: record.days(traits, range), units: units).verdict(of: unit)
    change(&record)
    let timeline = UnitTimeline(days: record.days(traits, range), units: units)
    let new = timeline.verdict(of: unit)
    guard old != new else { return }
    // Only this unit changed; the runs on both sides of it are the same as before.
    let sides = (timeline.done(before: unit), timeline.done(after: unit))
    before = UnitTimeline.runLength(old, sides)
    after = UnitTimeline.runLength(new, sides)
    start = timeline.start(around: unit)
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
      || vacations.contains { $0.overlaps(first...last) }
      || history.hasSkip(in: first...last)
  }
}

extension History {
  fileprivate func firstDone(after day: Int) -> Int? {
    let next = day + 1
    for index in range.clamped(to: (next >> 6)..<max(next >> 6, range.upperBound)) {
      let done = word(index).done & Bits.mask(from: next, through: .max / 2, inWord: index)
      if done != 0 { return index << 6 + done.trailingZeroBitCount }
    }
    return nil
  }

  fileprivate func lastDone(before day: Int) -> Int? {
    let end = (day - 1) >> 6 + 1
    for index in range.clamped(to: min(end, range.lowerBound)..<end).reversed() {
      let done = word(index).done & Bits.mask(from: .min / 2, through: day - 1, inWord: index)
      if done != 0 { return index << 6 + 63 - done.leadingZeroBitCount }
    }
    return nil
  }

  fileprivate func hasSkip(in days: ClosedRange<Int>) -> Bool {
    range.clamped(to: (days.lowerBound >> 6)..<((days.upperBound >> 6) + 1)).contains { index in
      let mask = Bits.mask(from: days.lowerBound, through: days.upperBound, inWord: index)
      return word(index).skipped & mask != 0
    }
  }
}

extension UnitTimeline {
  fileprivate func runLength(touching unit: Int) -> Int {
    UnitTimeline.runLength(verdict(of: unit), (done(before: unit), done(after: unit)))
  }

  fileprivate static func runLength(
    _ verdict: Verdict,
    _ sides: (before: Int, after: Int)
  )
    -> Int
  {
    switch verdict {
    case .done: sides.before + 1 + sides.after
    case .neutral: sides.before + sides.after
    case .missed: max(sides.before, sides.after)
    }
  }

  /// Returns the first done day of the run that contains `unit`.
  ///
  /// Returns nil if the unit was missed or nothing around it is done.
  fileprivate func start(around unit: Int) -> Int? {
    guard verdict(of: unit) != .missed else { return nil }
    let from = lastMissed(before: unit).map { $0 + 1 } ?? first
    for index in (from >> 6)...(max(from, last) >> 6) {
      let mask = Bits.mask(from: from, through: last, inWord: index)
      let word = self.word(index)
      let done = word.done & mask
      let missed = word.missed & mask & Bits.mask(from: unit, through: last, inWord: index)
      if done != 0 {
        let start = index << 6 + done.trailingZeroBitCount
        // A done unit after the next missed one belongs to another run.
        guard missed == 0 || start < index << 6 + missed.trailingZeroBitCount else { return nil }
        return firstDoneDay(of: start)
      }
      if missed != 0 { return nil }
    }
    return nil
  }

  private func lastMissed(before unit: Int) -> Int? {
    var through = unit - 1
    while through >= first {
      let index = through >> 6
      let missed = word(index).missed & Bits.mask(from: first, through: through, inWord: index)
      if missed != 0 { return index << 6 + 63 - missed.leadingZeroBitCount }
      through = index << 6 - 1
    }
    return nil
  }

  /// Returns the number of done units in the run that ends directly before `unit`.
  fileprivate func done(before unit: Int) -> Int {
    var count = 0
    var through = unit - 1
    while through >= first {
      let index = through >> 6
      let word = self.word(index)
      let mask = Bits.mask(from: first, through: through, inWord: index)
      guard word.missed & mask == 0 else {
        let missed = index << 6 + 63 - (word.missed & mask).leadingZeroBitCount
        let rest = Bits.mask(from: missed, through: through, inWord: index)
        return count + (word.done & rest).nonzeroBitCount
      }
      count += (word.done & mask).nonzeroBitCount
      through = index << 6 - 1
    }
    return count
  }

  /// Returns the number of done units in the run that begins directly after `unit`.
  fileprivate func done(after unit: Int) -> Int {
    var count = 0
    var from = unit + 1
    while from <= last {
      let index = from >> 6
      let word = self.word(index)
      let mask = Bits.mask(from: from, through: last, inWord: index)
      guard word.missed & mask == 0 else {
        let missed = index << 6 + (word.missed & mask).trailingZeroBitCount
        let rest = Bits.mask(from: from, through: missed, inWord: index)
        return count + (word.done & rest).nonzeroBitCount
      }
      count += (word.done & mask).nonzeroBitCount
      from = index << 6 + Bits.width
    }
    return count
  }
}
