extension Character {
  /// Whether it is shown as an emoji: by itself, with U+FE0F or a skin tone, as a keycap or a flag.
  ///
  /// By the properties of Unicode Technical Standard 51.
  public var isEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    if first.properties.isEmojiPresentation { return true }
    guard first.properties.isEmoji else { return false }
    return unicodeScalars.dropFirst().contains {
      $0.value == 0xFE0F || $0.properties.isEmojiModifier
    }
  }
}
