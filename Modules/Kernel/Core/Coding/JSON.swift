import FoundationEssentials

/// The one way payloads and documents are written as JSON: keys sorted, so that the same value is
/// the same bytes on every device.
///
/// Payloads go through a coder of our own: every check is written once and read at each replay,
/// and FoundationEssentials' coder takes several times as long for the same bytes.
public enum JSON {
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    try JSONEncoding.bytes(of: value)
  }

  /// The same, indented for people.
  public static func pretty(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// - Throws: `DecodingError`, whose words name the byte that was not as it should be.
  public static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try ReadJSON(bytes).decode(type)
  }
}
