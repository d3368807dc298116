/// Makes `text` safe to print: no terminal commands, and no disguising of one text as another.
///
/// Line breaks and tabs become one space; other control characters are named (`^[` for escape,
/// `<9B>` for those of ISO 6429's second set); marks that reorder the text around them (Unicode
/// Technical Report 36, section 3) and invisible characters are removed, except for those that join
/// emoji and letters.
public func printable(_ text: String) -> String {
  // The fast path for nearly all text.
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var safe = String.UnicodeScalarView()
  var afterReturn = false
  for scalar in text.unicodeScalars {
    if scalar != "\n" || !afterReturn { appendPrintable(scalar, to: &safe) }
    afterReturn = scalar == "\r"
  }
  return String(safe)
}

private func appendPrintable(_ scalar: Unicode.Scalar, to safe: inout String.UnicodeScalarView) {
  switch scalar.value {
  case 0x20..<0x7F: safe.append(scalar)
  case 0x09...0x0D, 0x85, 0x2028, 0x2029: safe.append(" ")
  case 0..<0x20:
    safe.append(contentsOf: "^\(Unicode.Scalar(UInt8(scalar.value + 64)))".unicodeScalars)
  case 0x7F: safe.append(contentsOf: "^?".unicodeScalars)
  case 0x80..<0xA0:
    safe.append(contentsOf: "<\(String(scalar.value, radix: 16, uppercase: true))>".unicodeScalars)
  case 0x200C, 0x200D, 0xE0020...0xE007F: safe.append(scalar)
  default:
    if scalar.properties.generalCategory != .format { safe.append(scalar) }
  }
}

/// `text` in ASCII with the same number of columns.
///
/// Letters lose their accents, typographic characters become plain ones, and characters without a
/// counterpart become `?`, doubled if they were two columns wide.
///
/// For terminals without UTF-8, which would show the bytes of other characters as noise or, worse,
/// interpret them as commands.
func foldedToASCII(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
  var folded = ""
  for character in text {
    if character.isASCII {
      folded.append(character)
    } else if let plain = plainSigns[character] ?? plainLetter(character) {
      folded.append(plain)
    } else if let picture = plainPictures[character] {
      folded += picture
    } else {
      folded += String(repeating: "?", count: character.displayWidth)
    }
  }
  return folded
}

private let plainSigns: [Character: Character] = [
  "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "–": "-", "—": "-", "…": ".",
  "•": "*", "·": ".", "×": "x", "→": ">", "←": "<", "✓": "x", "\u{A0}": " ", "−": "-",
  "●": "*", "○": "o", "★": "*", "✿": "x", "☾": "*", "⋯": ".",
]

/// The pictures that the program itself uses in its sentences.
private let plainPictures: [Character: String] = [
  "🔥": "* ", "🌸": "* ", "🌼": "* ", "🛡️": "[]", "🎉": "* ",
]

/// The letters of Latin-1 from U+00C0 on, without their accents.
private let plainLatin = Array(
  "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
)

/// The letter without its accent: from the table for Latin-1, else by canonical decomposition.
private func plainLetter(_ character: Character) -> Character? {
  guard let first = character.unicodeScalars.first else { return nil }
  if (0xC0...0xFF).contains(first.value) { return plainLatin[Int(first.value) - 0xC0] }
  return first.isASCII && character.displayWidth == 1 ? Character(first) : nil
}
