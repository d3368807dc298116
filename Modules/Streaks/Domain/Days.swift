import Core

/// What the days of one habit count as, 64 at a time.
struct Days: Sendable {
  struct Word: Sendable {
    /// Marked as done.
    var done: UInt64
    /// Due by the schedule.
    var due: UInt64
    /// Skipped or on vacation, and not done.
    var rested: UInt64
    /// Protected by a freeze, and not done.
    var protected: UInt64
    /// Counts towards a streak.
    var counted: UInt64

    /// Breaks a streak.
    var missed: UInt64 { due & ~(counted | rested | protected) }
  }

  let history: History
  let due: DueDays
  /// The days of vacation, as ascending ranges of day numbers that do not touch.
  let vacations: [ClosedRange<Int>]
  /// The protected days, as ascending day numbers.
  let protected: [Int32]
  /// The days that count through a rolling quota; nil for other schedules.
  let automatic: BitSet?
  /// The first day of the habit: that of its creation or the first known one, if it is earlier.
  let first: Int
  /// The last day; entries of later days are ignored.
  let through: Int

  func word(_ index: Int) -> Word {
    let marks = self.marks(index)
    let due = self.due.word(index)
    let automatic = (self.automatic?.word(index) ?? 0) & ~marks.rested
    return Word(
      done: marks.done,
      due: due,
      rested: marks.rested,
      protected: protected.isEmpty ? 0 : protectedWord(index) & ~marks.done,
      counted: due & (marks.done | automatic)
    )
  }

  /// Returns the days marked as done, and the days that a skip or a vacation leaves out.
  func marks(_ index: Int) -> (done: UInt64, rested: UInt64) {
    let word = history.word(index)
    let known = Bits.mask(from: first, through: through, inWord: index)
    let done = word.done & known
    var rested = word.skipped & known
    for vacation in vacations {
      rested |= Bits.mask(
        from: vacation.lowerBound,
        through: vacation.upperBound,
        inWord: index
      )
    }
    return (done, rested & ~done)
  }

  private func protectedWord(_ index: Int) -> UInt64 {
    let start = index << 6
    var word: UInt64 = 0
    var place = protected.firstPlace(notBefore: Int32(clamping: start))
    while place < protected.count, Int(protected[place]) < start + Bits.width {
      word |= 1 << UInt64(Int(protected[place]) - start)
      place += 1
    }
    return word
  }

  /// Returns the number of days in a range that were done, and that were rested instead.
  func count(from first: Int, through last: Int) -> (done: Int, rested: Int) {
    var (done, rested) = (0, 0)
    guard first <= last else { return (0, 0) }
    for index in (first >> 6)...(last >> 6) {
      let marks = self.marks(index)
      let mask = Bits.mask(from: first, through: last, inWord: index)
      done += (marks.done & mask).nonzeroBitCount
      rested += (marks.rested & mask).nonzeroBitCount
    }
    return (done, rested)
  }
}
