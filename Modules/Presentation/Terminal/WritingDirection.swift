/// `text` with a mark for left-to-right (U+200E) after each piece that is written from right to left
/// and ends a column or the text.
///
/// Terminals that reorder text by the Unicode Bidirectional Algorithm (UAX #9) would otherwise count
/// the number of the next column to the title before it, and show it on the title's other side. The mark
/// has no width.
func keepingColumns(_ text: String) -> String {
  // The fast path for what is surely written from left to right: Hebrew begins with the byte D6.
  if text.utf8.allSatisfy({ $0 < 0xD6 }) { return text }
  var scalars: [Unicode.Scalar] = []
  var open: Int?
  for scalar in text.unicodeScalars {
    if let place = open, scalar == " ", scalars.last == " " {
      scalars.insert("\u{200E}", at: place)
      open = nil
    }
    scalars.append(scalar)
    if isWrittenFromTheRight(scalar) {
      open = scalars.count
    } else if scalar.properties.isAlphabetic {
      open = nil
    }
  }
  if let open { scalars.insert("\u{200E}", at: open) }
  return String(String.UnicodeScalarView(scalars))
}

/// Whether a character is of the blocks for scripts from right to left, such as Hebrew and Arabic.
private func isWrittenFromTheRight(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
  default: false
  }
}
