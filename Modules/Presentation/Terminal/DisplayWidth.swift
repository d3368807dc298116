import Core

extension String {
  /// The number of terminal columns of this text, by grapheme cluster.
  public var displayWidth: Int {
    var utf8 = self.utf8.makeIterator()
    var columns = 0
    while let byte = utf8.next() {
      guard byte < 0x7F else { return reduce(0) { $0 + $1.displayWidth } }
      columns += byte >= 0x20 ? 1 : 0
    }
    return columns
  }

  /// At most `width` columns of printable text, with `ellipsis` at the end if it was cut.
  public func truncated(to width: Int, ellipsis: String = "…") -> String {
    Text(self).truncated(to: width, ellipsis: ellipsis).content
  }

  /// The printable text, padded with spaces to `width` columns.
  public func padded(to width: Int, _ alignment: Alignment = .leading) -> String {
    Text(self).padded(to: width, alignment).content
  }
}

extension Character {
  /// The number of terminal columns of this grapheme cluster.
  ///
  /// Emoji sequences (joined, with a skin tone, keycaps, flags, U+FE0F after a text-style emoji)
  /// take two. In other clusters every scalar counts as in wcwidth(3), like in most terminals:
  /// marks 0, East Asian wide 2, else 1.
  public var displayWidth: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return first.columns }
    if isEmoji { return 2 }
    if (0x1100..<0x1160).contains(first.value) { return 2 }
    return scalars.reduce(0) { $0 + $1.columns }
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    if value < 0x300 {
      return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1
    }
    // Vowels and final consonants of Hangul join the preceding syllable.
    if (0x1160...0x11FF).contains(value) { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return isWide || properties.isEmojiPresentation ? 2 : 1
    }
  }

  private var isWide: Bool {
    guard value >= wideRanges[0].lowerBound else { return false }
    var low = 0
    var high = wideRanges.count - 1
    while low <= high {
      let middle = (low + high) / 2
      if value < wideRanges[middle].lowerBound {
        high = middle - 1
      } else if value > wideRanges[middle].upperBound {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }
}

/// The wide and full-width characters (W, F) in EastAsianWidth.txt of Unicode 18.0, without emoji.
///
/// The standard library knows emoji. Unassigned gaps and marks inside a block are included.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x3029,
  0x3030...0x303E, 0x3041...0x3163, 0x3165...0x3247, 0x3250...0xA4C6, 0xA960...0xA97C,
  0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
  0xFFE0...0xFFE6, 0x16FE0...0x16FE3, 0x16FF2...0x191D2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376,
  0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265,
  0x20000...0x2FFFD, 0x30000...0x3FFFD,
]
