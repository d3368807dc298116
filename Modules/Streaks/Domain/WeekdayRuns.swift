import Core
import TrackingContract

/// The runs around a day of a habit that was always due on the same weekdays, as most habits are.
///
/// Such a day decides only itself, so that the effect of a mark is known without a ``Course``.
extension StreakRecord {
  /// Part of a run, on one side of a day.
  struct RunSide {
    /// The number of done days.
    var length = 0
    /// The first of the done days; nil if there is none.
    var start: Int?
  }

  /// Returns what a day decided.
  func verdict(on day: Int, dueOn weekdays: UInt64) -> QuotaPeriod.Verdict {
    let bit: UInt64 = 1 << UInt64(day & 63)
    let decided = decided(day >> 6, weekdays, range(with: day))
    if decided.done & bit != 0 { return .done }
    return decided.missed & bit != 0 ? .missed : .neutral
  }

  /// Returns the run that ends directly before a day.
  func run(before day: Int, dueOn weekdays: UInt64) -> RunSide {
    let days = range(with: day)
    var side = RunSide()
    var through = day - 1
    while through >= days.lowerBound {
      let index = through >> 6
      let decided = decided(index, weekdays, days)
      var mask = Bits.mask(from: days.lowerBound, through: through, inWord: index)
      let missed = decided.missed & mask
      if missed != 0 {
        mask &= Bits.mask(
          from: index << 6 + 64 - missed.leadingZeroBitCount,
          through: through,
          inWord: index
        )
      }
      let done = decided.done & mask
      side.length += done.nonzeroBitCount
      if done != 0 { side.start = index << 6 + done.trailingZeroBitCount }
      if missed != 0 { break }
      through = index << 6 - 1
    }
    return side
  }

  /// Returns the run that begins directly after a day.
  func run(after day: Int, dueOn weekdays: UInt64) -> RunSide {
    let days = range(with: day)
    var side = RunSide()
    var from = day + 1
    while from <= days.upperBound {
      let index = from >> 6
      let decided = decided(index, weekdays, days)
      var mask = Bits.mask(from: from, through: days.upperBound, inWord: index)
      let missed = decided.missed & mask
      if missed != 0 {
        mask &= Bits.mask(
          from: from,
          through: index << 6 + missed.trailingZeroBitCount - 1,
          inWord: index
        )
      }
      let done = decided.done & mask
      side.length += done.nonzeroBitCount
      if side.start == nil, done != 0 { side.start = index << 6 + done.trailingZeroBitCount }
      if missed != 0 { break }
      from = index << 6 + Bits.width
    }
    return side
  }

  /// Returns the days of a word that were due and done, and those that break a run.
  private func decided(
    _ index: Int,
    _ weekdays: UInt64,
    _ days: ClosedRange<Int>
  ) -> (done: UInt64, missed: UInt64) {
    let known = Bits.mask(from: days.lowerBound, through: days.upperBound, inWord: index)
    let due = Weekdays.repeated(weekdays, inWord: index) & known
    let marks = history.word(index)
    var missed = due & ~(marks.done | marks.skipped)
    for range in away where missed != 0 {
      missed &= ~Bits.mask(from: range.lowerBound, through: range.upperBound, inWord: index)
    }
    if missed != 0, !protected.isEmpty { missed &= ~Bits.word(index, of: protected) }
    if missed != 0, !shortened.isEmpty {
      // The last day is today, which can still be done.
      let past = Bits.mask(from: days.lowerBound, through: days.upperBound - 1, inWord: index)
      missed &= ~(Bits.word(index, of: shortened) & past)
    }
    return (due & marks.done, missed)
  }
}

extension Traits {
  /// The weekdays on which the habit was always due, where bit 0 is Monday.
  ///
  /// Nil for other rhythms, and for a rhythm that was changed.
  var fixedWeekdays: UInt64? {
    guard schedules.count == 1 else { return nil }
    switch schedules[0].value {
    case .daily: return Weekdays.all
    case .weekdays(let days): return Weekdays.mask(of: days)
    case .every, .times: return nil
    }
  }
}
