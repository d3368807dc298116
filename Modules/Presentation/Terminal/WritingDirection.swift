/// Returns `text` with a left-to-right mark (U+200E) after each right-to-left piece that ends a column.
///
/// Terminals that reorder text by the Unicode Bidirectional Algorithm (UAX #9) would otherwise treat a
/// number in the next column as part of the title, and show it on the title's other side. The mark has
/// no width.
func keepingColumns(_ text: String) -> String {
  // The fast path for text without right-to-left scripts: Hebrew, the first of them, begins at D6.
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

/// Whether a character belongs to a block for right-to-left scripts, such as Hebrew and Arabic.
private func isWrittenFromTheRight(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
  default: false
  }
}
