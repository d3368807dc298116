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
  public static func pretty(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// - Throws: `DecodingError`, whose message names the offset of the byte that is invalid.
  public static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try ParsedJSON(bytes).decode(type)
  }
}
