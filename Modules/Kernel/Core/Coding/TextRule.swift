/// What a text from a user may contain, so that everybody can see what it says.
public enum TextRule: Sendable {
  /// One line: a title, a name, a unit.
  case line
  /// Any number of lines.
  case lines

  /// The greatest average number of Unicode scalars that form one character.
  ///
  /// The longest emoji have ten; a text beyond this hides bytes in what looks like a few letters.
  public static let scalarsPerCharacter = 16

  /// The text without white space at its ends.
  ///
  /// - Parameter what: the text's name at the beginning of a sentence, such as `The title`.
  /// - Throws: a ``DomainError`` with the code `text-unprintable` for a text with control
  ///   characters, for one in which nothing can be seen, and for one with hidden bytes.
  public func checked(_ raw: String, _ what: String) throws(DomainError) -> String {
    let text = raw.trimmed
    // Almost all texts are plain, and properties of characters are slow to look up.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return text }
    if let control = text.unicodeScalars.first(where: isForbidden) {
      let code = String(control.value, radix: 16, uppercase: true)
      throw refusal(
        "\(what) contains a control character (U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)), "
          + "which nothing can show."
      )
    }
    guard text.unicodeScalars.contains(where: TextRule.isVisible) else {
      throw refusal("\(what) has no character that can be seen.")
    }
    let limit = max(64, text.count * TextRule.scalarsPerCharacter)
    guard text.unicodeScalars.count <= limit else {
      throw refusal("\(what) stacks too many marks on one letter.")
    }
    return text
  }

  /// The text of another program without what ``checked(_:_:)`` would refuse, and without invisible
  /// characters that reorder or split words; empty if nothing in it can be seen.
  public func cleaned(_ raw: String) -> String {
    guard raw.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return raw.trimmed }
    var text = String.UnicodeScalarView()
    for scalar in raw.unicodeScalars {
      if self == .line, scalar.properties.isWhitespace {
        text.append(" ")
      } else if !isForbidden(scalar), !TextRule.isHidden(scalar) {
        text.append(scalar)
      }
    }
    guard text.contains(where: TextRule.isVisible) else { return "" }
    let characters = String(text).trimmed.map { character in
      let marks = character.unicodeScalars.prefix(TextRule.scalarsPerCharacter)
      return String(String.UnicodeScalarView(marks))
    }
    return characters.joined()
  }

  /// The text without the control characters that ``checked(_:_:)`` refuses, which spaces of older
  /// versions may hold.
  public func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isForbidden($0) }))
  }

  private func refusal(_ sentence: String) -> DomainError {
    DomainError(
      "text-unprintable",
      "\(sentence) Nothing was saved: type it without.",
      isFinal: true
    )
  }

  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.properties.generalCategory == .control else { return false }
    return self == .line || !["\n", "\r", "\t"].contains(scalar)
  }

  /// Whether it shows nothing and forms no emoji, script or flag with its neighbors.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Joiners, marks of direction, and the letters of regions' flags.
    case 0x200C...0x200F, 0x61C, 0xE0020...0xE007F: false
    default:
      scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory == .format
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      && properties.generalCategory != .format
  }
}
