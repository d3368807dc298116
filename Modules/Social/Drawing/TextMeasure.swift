/// Measures the widths of texts.
protocol TextMeasure {
  /// Returns the width in points.
  func width(of text: String, size: Double, isBold: Bool) -> Double
}

extension TextMeasure {
  /// Returns `text`, truncated with `…` if it is wider than `width`.
  func fitted(_ text: String, size: Double, isBold: Bool, to width: Double) -> String {
    guard self.width(of: text, size: size, isBold: isBold) > width else { return text }
    let characters = Array(text)
    var (fits, tooLong) = (0, characters.count)
    func cut(_ count: Int) -> String {
      var kept = characters[..<count]
      while kept.last?.isWhitespace == true { kept.removeLast() }
      return String(kept) + "…"
    }
    while fits + 1 < tooLong {
      let middle = (fits + tooLong) / 2
      let isFit = self.width(of: cut(middle), size: size, isBold: isBold) <= width
      if isFit { fits = middle } else { tooLong = middle }
    }
    return cut(fits)
  }
}

/// The widths of DejaVu Sans, for SVG, which is rendered by other programs.
///
/// They are exact for ASCII; for other letters the largest common width is assumed, so that a line
/// never turns out wider.
struct DejaVuWidths: TextMeasure {
  func width(of text: String, size: Double, isBold: Bool) -> Double {
    let table = isBold ? DejaVuWidths.bold : DejaVuWidths.book
    let thousandths = text.unicodeScalars.reduce(0) { sum, scalar in
      let place = Int(scalar.value) - 0x20
      guard !table.indices.contains(place) else { return sum + table[place] }
      return sum + (scalar.value < 0x1100 ? (isBold ? 860 : 780) : 1000)
    }
    return Double(thousandths) / 1000 * size
  }

  // Advance widths of U+0020 to U+007E in thousandths of the font size, from DejaVu Sans 2.37.
  private static let book = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698,
    770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732,
    684, 989, 685, 611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635,
    634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,
    525, 636, 337, 636, 838,
  ]

  private static let bold = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734,
    830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812,
    774, 1103, 771, 724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716,
    712, 343, 343, 665, 343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652,
    582, 712, 365, 712, 838,
  ]
}
