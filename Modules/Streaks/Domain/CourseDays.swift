import Core

/// The days behind the units of a timeline.
extension UnitTimeline {
  /// Whether each done unit is a day that was itself marked as done.
  private var countsMarks: Bool {
    if case .days = units { days.automatic == nil } else { false }
  }

  /// Returns the number of days marked as done from the first to the last unit of a run.
  func doneDays(in run: Run) -> Int {
    if countsMarks { return run.length }
    return days.count(
      from: units.firstDay(of: run.first),
      through: units.lastDay(of: run.last)
    ).done
  }

  /// Returns the `number`th of the days that ``doneDays(in:)`` counts, starting at 1.
  func doneDay(_ number: Int, in run: Run) -> Int? {
    if countsMarks { return unit(number, in: run) }
    let (from, through) = (units.firstDay(of: run.first), units.lastDay(of: run.last))
    return UnitTimeline.place(of: number, from: from, through: through) { days.marks($0).done }
  }

  /// Returns the day of the check with which a run became `length` units long.
  func day(reaching length: Int, in run: Run) -> Int? {
    guard length <= run.length, let unit = unit(length, in: run) else { return nil }
    switch units {
    case .days: return unit
    case .weeks(_, let quota), .months(let quota):
      let (from, through) = (units.firstDay(of: unit), units.lastDay(of: unit))
      return UnitTimeline.place(of: quota, from: from, through: through) { days.marks($0).done }
    }
  }

  /// Returns the first and the last done day of a run.
  func bounds(of run: Run) -> ClosedRange<Int> {
    let first = firstDoneDay(of: run.first)
    guard case .days = units else {
      let (from, through) = (units.firstDay(of: run.last), units.lastDay(of: run.last))
      let last = (from...through).last { days.isDone(on: $0) } ?? through
      return first...max(first, last)
    }
    return first...max(first, run.last)
  }

  /// Returns the first done day of a done unit.
  func firstDoneDay(of unit: Int) -> Int {
    let first = units.firstDay(of: unit)
    guard case .days = units else {
      return (first...units.lastDay(of: unit)).first { days.isDone(on: $0) } ?? first
    }
    return first
  }

  private func unit(_ number: Int, in run: Run) -> Int? {
    UnitTimeline.place(of: number, from: run.first, through: run.last) { word($0).done }
  }

  /// Returns the position of the `number`th set bit in a range.
  private static func place(
    of number: Int,
    from: Int,
    through: Int,
    _ word: (Int) -> UInt64
  ) -> Int? {
    guard number > 0, from <= through else { return nil }
    var left = number
    for index in (from >> 6)...(through >> 6) {
      var bits = word(index) & Bits.mask(from: from, through: through, inWord: index)
      guard bits.nonzeroBitCount >= left else {
        left -= bits.nonzeroBitCount
        continue
      }
      while left > 1 {
        bits &= bits - 1
        left -= 1
      }
      return index << 6 + bits.trailingZeroBitCount
    }
    return nil
  }
}

extension Days {
  /// Returns whether a day up to `through` is marked as done.
  func isDone(on day: Int) -> Bool { day <= through && history.isDone(on: day) }
}
