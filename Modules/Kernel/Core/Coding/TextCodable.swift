/// A value that is coded as the text that the user writes and reads.
///
/// A conforming type defines that text, and the name that errors use for the expected text.
public protocol TextCodable: Codable, SchemaDescribing, CustomStringConvertible {
  /// Parses a payload that this or another version wrote; nil if it is invalid.
  init?(coded text: String)

  /// The expected text, as errors name it: `a day written as YYYY-MM-DD`.
  static var codedName: String { get }
}

extension TextCodable where Self: LosslessStringConvertible {
  public init?(coded text: String) { self.init(text) }
}

extension TextCodable {
  public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }

  static func decoded(from decoder: any Decoder) throws -> Self {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(coded: text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "'\(text)' is not \(codedName)."
      )
    }
    return value
  }

  func encodeText(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
