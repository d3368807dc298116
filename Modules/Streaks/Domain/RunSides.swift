/// The runs on both sides of a day, found without deciding the whole history.
extension Course {
  func section(of day: Int) -> Section { sections.last { $0.first <= day } ?? sections[0] }

  /// Returns what a day decided.
  func verdict(on day: Int) -> QuotaPeriod.Verdict {
    let bit: UInt64 = 1 << UInt64(day & 63)
    let word = self.word(day >> 6)
    if word.counted & bit != 0 { return .done }
    return word.missed & bit != 0 ? .missed : .neutral
  }

  /// Returns whether milestones count what a day decided.
  func counts(_ day: Int) -> Bool { milestones(day >> 6) & (1 << UInt64(day & 63)) != 0 }

  /// Returns the number of done units in the run that ends directly before a day.
  func done(before day: Int, in section: Section) -> Int {
    var count = 0
    var through = day - 1
    while through >= section.first {
      let index = through >> 6
      let mask = Bits.mask(from: section.first, through: through, inWord: index)
      let word = self.word(index)
      let (done, missed) = (milestones(word, index) & mask, word.missed & mask)
      guard missed == 0 else {
        let last = index << 6 + 63 - missed.leadingZeroBitCount
        return count
          + (done & Bits.mask(from: last, through: through, inWord: index)).nonzeroBitCount
      }
      count += done.nonzeroBitCount
      through = index << 6 - 1
    }
    return count
  }

  /// Returns the number of done units in the run that begins directly after a day.
  func done(after day: Int, in section: Section) -> Int {
    var count = 0
    var from = day + 1
    while from <= section.last {
      let index = from >> 6
      let mask = Bits.mask(from: from, through: section.last, inWord: index)
      let word = self.word(index)
      let (done, missed) = (milestones(word, index) & mask, word.missed & mask)
      guard missed == 0 else {
        let first = index << 6 + missed.trailingZeroBitCount
        return count + (done & Bits.mask(from: from, through: first, inWord: index)).nonzeroBitCount
      }
      count += done.nonzeroBitCount
      from = index << 6 + Bits.width
    }
    return count
  }

  /// Returns the first done day of the run that contains what a day decided.
  ///
  /// Returns nil if that was missed or nothing around it is done.
  func start(around day: Int, in section: Section) -> Int? {
    guard verdict(on: day) != .missed else { return nil }
    let from = lastMissed(before: day, in: section).map { $0 + 1 } ?? section.first
    for index in (from >> 6)...(max(from, section.last) >> 6) {
      let mask = Bits.mask(from: from, through: section.last, inWord: index)
      let word = self.word(index)
      let done = word.counted & mask
      let missed = word.missed & mask & Bits.mask(from: day, through: section.last, inWord: index)
      if done != 0 {
        let start = index << 6 + done.trailingZeroBitCount
        // A done unit after the next missed one belongs to another run.
        guard missed == 0 || start < index << 6 + missed.trailingZeroBitCount else { return nil }
        return firstDoneDay(ofUnitDecidedOn: start)
      }
      if missed != 0 { return nil }
    }
    return nil
  }

  private func lastMissed(before day: Int, in section: Section) -> Int? {
    var through = day - 1
    while through >= section.first {
      let index = through >> 6
      let mask = Bits.mask(from: section.first, through: through, inWord: index)
      let missed = word(index).missed & mask
      if missed != 0 { return index << 6 + 63 - missed.leadingZeroBitCount }
      through = index << 6 - 1
    }
    return nil
  }
}
