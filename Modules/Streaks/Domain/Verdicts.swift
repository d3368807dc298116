/// What the days of a course decided, computed once, with today left out until it is done.
struct Verdicts: Sendable {
  struct Word: Sendable {
    var done: UInt64
    var missed: UInt64
  }

  let course: Course
  let first: Int
  /// The last day that counts: today, or yesterday if what today decides is still open.
  let last: Int
  /// Whether the unit that today decides is due and still open.
  let isOpen: Bool
  private let base: Int
  private let words: [Word]

  init(_ course: Course) {
    self.course = course
    first = course.first
    base = first >> 6
    var words = (base...(course.through >> 6)).map { index in
      let word = course.word(index)
      return Word(done: word.counted, missed: word.missed)
    }
    let today: UInt64 = 1 << UInt64(course.through & 63)
    isOpen = words[words.count - 1].missed & today != 0
    words[words.count - 1].missed &= ~today
    last = isOpen ? course.through - 1 : course.through
    self.words = words
  }

  func word(_ index: Int) -> Word {
    let place = index - base
    return place >= 0 && place < words.count ? words[place] : Word(done: 0, missed: 0)
  }

  /// Returns the numbers of done and missed units that the days of a range decided.
  func count(from: Int, through: Int) -> (done: Int, missed: Int) {
    let (from, through) = (max(from, first), min(through, last))
    let done = Bits.count(from: from, through: through) { word($0).done }
    let missed = Bits.count(from: from, through: through) { word($0).missed }
    return (done, missed)
  }

  /// Returns whether the last unit decided before a day was done; nil if there is none.
  func wasDone(before day: Int) -> Bool? {
    let through = min(day - 1, last)
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
