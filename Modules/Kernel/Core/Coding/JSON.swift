import FoundationEssentials

/// Encodes payloads and documents as JSON with sorted keys.
///
/// The same value gives the same bytes on every device. Uses a custom coder: every check is written
/// once and read at each replay, and FoundationEssentials' coder takes several times as long for
/// the same bytes.
public enum JSON {
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    try JSONEncoding.bytes(of: value)
  }

  /// Encodes the value with indentation, for people to read.
  ///
  /// Characters that a terminal obeys or that reorder the text around them are escaped.
  public static func pretty(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Such characters occur only within strings, where any character may be escaped.
  private static func escaped(_ json: String) -> String {
    // The first bytes of their encodings: rare, so that nearly every text is returned at once.
    guard json.utf8.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }),
      json.unicodeScalars.contains(where: isUnsafe)
    else { return json }
    var safe = ""
    for scalar in json.unicodeScalars {
      if isUnsafe(scalar) {
        let digits = String(scalar.value, radix: 16)
        safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// Control characters of ISO 6429, and marks of the Unicode Bidirectional Algorithm (UAX 9).
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// - Throws: `DecodingError`, whose message names the offset of the byte that is invalid.
  public static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try ParsedJSON(bytes).decode(type)
  }
}
