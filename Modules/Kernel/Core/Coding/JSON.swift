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

/// JSON that was read and found right, from which values of several types can be made.
public struct ReadJSON {
  private let document: JSONDocument

  /// - Throws: `DecodingError`, whose words name the byte that was not as it should be.
  public init(_ bytes: [UInt8]) throws { document = try JSONDocument(bytes) }

  public var isObject: Bool { document.kind(0) == .object }

  /// Whether a number stands anywhere in it.
  public var hasNumbers: Bool { document.hasNumbers }

  /// The whole of it.
  ///
  /// - Throws: `DecodingError`.
  public func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try T(from: JSONDecoding(document: document, index: 0))
  }
}
