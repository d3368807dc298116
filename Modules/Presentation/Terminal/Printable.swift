/// `text` with everything in it that a terminal could take for a command, or that could pass off
/// one text for another, shown as harmless characters or left out.
///
/// Line breaks and tabs become one space; other control characters are named (`^[` for escape,
/// `<9B>` for those of ISO 6429's second set); marks that reorder the text around them
/// (Unicode Technical Report 36, section 3) and invisible characters are left out, but for those
/// that join emoji and letters.
public func printable(_ text: String) -> String {
  // Nearly every text takes this way out.
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

/// `text` in ASCII, column for column: letters lose their accents, typographic signs become plain
/// ones, and what has no counterpart becomes `?`, twice where it was two columns wide.
///
/// For terminals without UTF-8, where the bytes of other characters would be shown as noise or,
/// worse, be taken for commands.
func foldedToASCII(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
  var folded = ""
  for character in text {
    if character.isASCII {
      folded.append(character)
    } else if let plain = plainSigns[character] ?? plainLetter(character) {
      folded.append(plain)
    } else {
      folded += String(repeating: "?", count: character.displayWidth)
    }
  }
  return folded
}

private let plainSigns: [Character: Character] = [
  "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "–": "-", "—": "-", "…": ".",
  "•": "*", "·": ".", "×": "x", "→": ">", "←": "<", "✓": "x", "\u{A0}": " ", "−": "-",
]

/// The letters of Latin-1 from U+00C0 on, without their accents.
private let plainLatin = Array(
  "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
)

/// Accents of Latin-1 by its table; of other letters by the base letter where one is written
/// apart from its accent.
private func plainLetter(_ character: Character) -> Character? {
  guard let first = character.unicodeScalars.first else { return nil }
  if (0xC0...0xFF).contains(first.value) { return plainLatin[Int(first.value) - 0xC0] }
  return first.isASCII && character.displayWidth == 1 ? Character(first) : nil
}
