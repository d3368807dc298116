/// A value whose payload is the text that a person writes and reads.
///
/// A type that conforms says what its text is, and what it is called when a text is not one.
public protocol TextCodable: Codable, SchemaDescribing, CustomStringConvertible {
  /// Reads a payload, written by this version or another; nil when it is none.
  init?(coded text: String)

  /// What a text fails to be: `a day written as YYYY-MM-DD`.
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
