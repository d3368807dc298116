extension History {
  /// Returns the first done day after a day.
  func firstDone(after day: Int) -> Int? {
    let next = day + 1
    for index in range.clamped(to: (next >> 6)..<max(next >> 6, range.upperBound)) {
      let done = word(index).done & Bits.mask(from: next, through: .max / 2, inWord: index)
      if done != 0 { return index << 6 + done.trailingZeroBitCount }
    }
    return nil
  }

  /// Returns the last done day before a day.
  func lastDone(before day: Int) -> Int? {
    let end = (day - 1) >> 6 + 1
    for index in range.clamped(to: min(end, range.lowerBound)..<end).reversed() {
      let done = word(index).done & Bits.mask(from: .min / 2, through: day - 1, inWord: index)
      if done != 0 { return index << 6 + 63 - done.leadingZeroBitCount }
    }
    return nil
  }

  /// Returns whether a day of a range is skipped.
  func hasSkip(in days: ClosedRange<Int>) -> Bool {
    range.clamped(to: (days.lowerBound >> 6)..<((days.upperBound >> 6) + 1)).contains { index in
      let mask = Bits.mask(from: days.lowerBound, through: days.upperBound, inWord: index)
      return word(index).skipped & mask != 0
    }
  }
}
