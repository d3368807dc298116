/// Bit masks for days and other units, which are stored 64 to a word.
///
/// Unit `n` is bit `n & 63` of word `n >> 6`, for negative `n` as well.
enum Bits {
  static let width = 64

  /// Returns the bits of word `index` from one unit through another.
  static func mask(from first: Int, through last: Int, inWord index: Int) -> UInt64 {
    let start = index << 6
    let low = max(first - start, 0)
    let high = min(last - start, width - 1)
    guard low <= high else { return 0 }
    return (UInt64.max << UInt64(low)) & (UInt64.max >> UInt64(width - 1 - high))
  }

  /// Returns the bits of word `index` of some units in ascending order.
  static func word(_ index: Int, of units: [Int32]) -> UInt64 {
    let start = index << 6
    var word: UInt64 = 0
    var place = units.firstPlace(notBefore: Int32(clamping: start))
    while place < units.count, Int(units[place]) < start + width {
      word |= 1 << UInt64(Int(units[place]) - start)
      place += 1
    }
    return word
  }

  /// Returns the number of set bits from one unit through another.
  @inline(__always)
  static func count(from first: Int, through last: Int, _ word: (Int) -> UInt64) -> Int {
    guard first <= last else { return 0 }
    var count = 0
    for index in (first >> 6)...(last >> 6) {
      count += (word(index) & mask(from: first, through: last, inWord: index)).nonzeroBitCount
    }
    return count
  }

  /// Returns the position of the `number`th set bit in a range, starting at 1.
  static func place(
    of number: Int,
    from first: Int,
    through last: Int,
    _ word: (Int) -> UInt64
  ) -> Int? {
    guard number > 0, first <= last else { return nil }
    var left = number
    for index in (first >> 6)...(last >> 6) {
      var bits = word(index) & mask(from: first, through: last, inWord: index)
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

/// A set of numbered units, stored from the first used word to the last.
struct BitSet: Sendable, Equatable {
  private let base: Int
  private var words: [UInt64]

  /// Creates an empty set with room for a range of units.
  init(from first: Int, through last: Int) {
    base = first >> 6
    words = [UInt64](repeating: 0, count: max(0, (last >> 6) - base + 1))
  }

  func word(_ index: Int) -> UInt64 {
    let place = index - base
    return place >= 0 && place < words.count ? words[place] : 0
  }

  /// Inserts a range of units, as far as there is room.
  mutating func insert(from first: Int, through last: Int) {
    let lowest = max(first >> 6, base)
    let highest = min(last >> 6, base + words.count - 1)
    guard lowest <= highest else { return }
    for index in lowest...highest {
      words[index - base] |= Bits.mask(from: first, through: last, inWord: index)
    }
  }
}
