@_spi(_Unicode) import Swift

/// The Unicode normalization form in which addresses and passwords are compared.
public enum UnicodeForm {
  /// The text in form NFC: one letter is the same bytes on every keyboard.
  ///
  /// The standard library normalizes text for its own comparison, and offers the result to
  /// Foundation by this name; FoundationEssentials has no public function for it.
  ///
  /// Source: Unicode Standard Annex 15; RFC 8265, section 4.2.2 for passwords.
  public static func composed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var composed = String.UnicodeScalarView()
    for scalar in text._nfc { composed.append(scalar) }
    return String(composed)
  }
}
