/// The verdicts of a timeline, computed once, with today's unit left out until it is done.
struct Verdicts: Sendable {
  let timeline: UnitTimeline
  let first: Int
  /// The last unit that counts: today's, or the one before if today's is due and still open.
  let last: Int
  /// Whether today's unit is due and still open.
  let isOpen: Bool
  private let base: Int
  private let words: [UnitTimeline.Word]

  init(_ timeline: UnitTimeline) {
    self.timeline = timeline
    first = timeline.first
    isOpen = timeline.verdict(of: timeline.last) == .missed
    last = isOpen ? timeline.last - 1 : timeline.last
    base = first >> 6
    guard first <= last else {
      words = []
      return
    }
    var words = (base...(last >> 6)).map(timeline.word)
    let mask = Bits.mask(from: first, through: last, inWord: last >> 6)
    words[words.count - 1].done &= mask
    words[words.count - 1].missed &= mask
    self.words = words
  }

  /// The indices of the words that contain units.
  var range: Range<Int> { base..<(base + words.count) }

  func word(_ index: Int) -> UnitTimeline.Word { words[index - base] }

  /// Returns the numbers of done and missed units in a range.
  func count(from: Int, through: Int) -> (done: Int, missed: Int) {
    var (done, missed) = (0, 0)
    let (from, through) = (max(from, first), min(through, last))
    guard from <= through else { return (0, 0) }
    for index in (from >> 6)...(through >> 6) {
      let mask = Bits.mask(from: from, through: through, inWord: index)
      done += (word(index).done & mask).nonzeroBitCount
      missed += (word(index).missed & mask).nonzeroBitCount
    }
    return (done, missed)
  }

  /// Returns whether the last decided unit before `unit` was done; nil if there is none.
  func wasDone(before unit: Int) -> Bool? {
    let through = min(unit - 1, last)
    guard first <= through else { return nil }
    for index in (base...(through >> 6)).reversed() {
      let mask = Bits.mask(from: first, through: through, inWord: index)
      let word = self.word(index)
      let decided = (word.done | word.missed) & mask
      guard decided != 0 else { continue }
      return word.done & (1 << UInt64(63 - decided.leadingZeroBitCount)) != 0
    }
    return nil
  }
}
