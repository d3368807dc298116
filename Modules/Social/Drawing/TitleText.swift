/// Titles as they can be drawn: text fonts have no emoji.
enum TitleText {
  static func withoutEmoji(_ title: String) -> String {
    let kept = title.filter { !isEmoji($0) }
    return kept.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether a script requires ligatures or right-to-left order.
  ///
  /// cairo's plain text supports neither and would render words of these scripts incorrectly.
  static func needsShaping(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x109F, 0x1780...0x17FF, 0x1A00...0x1CFF, 0xA880...0xABFF: true
    case 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x11FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    if first.properties.isEmojiPresentation { return true }
    if (0x1F000...0x1FAFF).contains(first.value) { return true }
    return character.unicodeScalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 }
  }
}
