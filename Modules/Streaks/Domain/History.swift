import StreaksContract

/// The days of one habit, four bits each.
///
/// Words are stored from the first to the last that is not empty, so that equal histories have
/// equal bytes.
struct History: Sendable, Equatable {
  /// The bits of 64 days.
  struct Word: Sendable, Equatable {
    var done: UInt64 = 0
    var skipped: UInt64 = 0
    /// Days that have any entry, even one that only marks the day as missed.
    var known: UInt64 = 0
    /// Days that were not marked on the day itself, which are few.
    var unwitnessed: UInt64 = 0

    var isEmpty: Bool { done | skipped | known == 0 }
  }

  /// The index of the first word.
  private(set) var base = 0
  private(set) var words: [Word] = []

  init() {}

  /// Returns nil if this type could not have written the words.
  init?(base: Int, words: [Word]) {
    guard words.first?.isEmpty != true, words.last?.isEmpty != true else { return nil }
    guard !words.isEmpty || base == 0 else { return nil }
    self.base = base
    self.words = words
  }

  func word(_ index: Int) -> Word {
    let place = index - base
    return place >= 0 && place < words.count ? words[place] : Word()
  }

  /// The indices of the stored words.
  var range: Range<Int> { base..<(base + words.count) }

  /// The first day about which anything is known.
  var firstKnown: Int? {
    words.first.map { (base << 6) + ($0.done | $0.skipped | $0.known).trailingZeroBitCount }
  }

  /// The last day about which anything is known.
  var lastKnown: Int? {
    words.last.map {
      ((base + words.count) << 6) - 1 - ($0.done | $0.skipped | $0.known).leadingZeroBitCount
    }
  }

  func isDone(on day: Int) -> Bool { word(day >> 6).done & (1 << UInt64(day & 63)) != 0 }
  func isSkipped(on day: Int) -> Bool { word(day >> 6).skipped & (1 << UInt64(day & 63)) != 0 }

  /// Returns how many days of a range were done, and how many of them were marked on the day itself.
  func recorded(_ range: ClosedRange<Int>) -> RecordedDays {
    let (first, last) = (range.lowerBound, range.upperBound)
    return RecordedDays(
      done: Bits.count(from: first, through: last) { word($0).done },
      witnessed: Bits.count(from: first, through: last) { word($0).done & ~word($0).unwitnessed }
    )
  }

  /// Returns the number of days up to `last` that were done.
  func doneDays(through last: Int) -> Int {
    var count = 0
    for index in range {
      count +=
        (words[index - base].done & Bits.mask(from: .min / 2, through: last, inWord: index))
        .nonzeroBitCount
    }
    return count
  }

  /// Replaces the bits of a day.
  mutating func set(_ day: Int, done: Bool, skipped: Bool, known: Bool, unwitnessed: Bool) {
    let index = day >> 6
    if !range.contains(index) {
      guard done || skipped || known else { return }
      makeRoom(for: index)
    }
    let bit: UInt64 = 1 << UInt64(day & 63)
    let place = index - base
    words[place].done = done ? words[place].done | bit : words[place].done & ~bit
    words[place].skipped = skipped ? words[place].skipped | bit : words[place].skipped & ~bit
    words[place].known = known ? words[place].known | bit : words[place].known & ~bit
    words[place].unwitnessed =
      known && unwitnessed ? words[place].unwitnessed | bit : words[place].unwitnessed & ~bit
    trim()
  }

  private mutating func makeRoom(for index: Int) {
    if words.isEmpty {
      base = index
      words = [Word()]
    } else if index < base {
      words.insert(contentsOf: repeatElement(Word(), count: base - index), at: 0)
      base = index
    } else {
      words.append(contentsOf: repeatElement(Word(), count: index - base - words.count + 1))
    }
  }

  private mutating func trim() {
    while words.last?.isEmpty == true { words.removeLast() }
    if words.first?.isEmpty == true {
      let empty = words.prefix { $0.isEmpty }.count
      words.removeFirst(empty)
      base += empty
    }
    if words.isEmpty { base = 0 }
  }
}
