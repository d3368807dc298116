extension String {
  /// The text without white space at its ends, which users type by accident.
  public var trimmed: String { self[...].trimmed }
}

extension Substring {
  /// The text without white space at its ends, which users type by accident.
  public var trimmed: String {
    guard isBlank(utf8.first) || isBlank(utf8.last) else { return String(self) }
    var scalars = unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }
}

/// Whether a text that begins or ends with this byte can begin or end with white space.
///
/// Almost none can, and looking up the properties of a character is slow.
private func isBlank(_ byte: UInt8?) -> Bool {
  guard let byte else { return false }
  return byte <= UInt8(ascii: " ") || byte >= 0x7F
}
