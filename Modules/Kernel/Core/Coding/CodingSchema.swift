/// Describes how a type with custom coding is written, for documentation and API schemas.
public struct CodingSchema: Sendable, Equatable {
  /// The kind of JSON value.
  public enum Kind: Sendable, Equatable {
    /// - Parameters:
    ///   - format: a format name of JSON Schema, such as `date`.
    ///   - pattern: an ECMA-262 expression that matches exactly the texts that can be read; nil if
    ///     there is none.
    case text(format: String? = nil, pattern: String? = nil)
    /// A whole number within these bounds.
    case integer(ClosedRange<Int64>)
  }

  public let kind: Kind
  /// A short description: `a day written as YYYY-MM-DD`.
  public let words: String
  /// An example that can be read.
  public let example: JSONValue

  public init(_ kind: Kind, _ words: String, example: JSONValue) {
    self.kind = kind
    self.words = words
    self.example = example
  }
}

/// A type that is coded as a single text or number.
///
/// Types with compiler-generated coding need no conformance: their schema is derived from it.
public protocol SchemaDescribing: Decodable {
  static var codedForm: CodingSchema { get }
}

extension Instant: SchemaDescribing {
  public static var codedForm: CodingSchema {
    CodingSchema(
      .integer(-62_135_596_800_000...253_402_300_799_999),
      "a moment in milliseconds since 1970-01-01T00:00:00Z",
      example: .integer(1_774_800_000_000)
    )
  }
}

extension Zone: SchemaDescribing {
  public static var codedForm: CodingSchema {
    CodingSchema(.text(), "a time zone of the IANA database", example: .text("UTC"))
  }
}

extension Day: SchemaDescribing {
  public static var codedForm: CodingSchema {
    CodingSchema(.text(format: "date"), codedName, example: .text("2026-03-29"))
  }
}

extension Identifier {
  public static var codedForm: CodingSchema {
    CodingSchema(
      .text(pattern: "^(?:-*[0-9a-fA-F]){32}-*$"),
      codedName,
      example: .text("0197a1b2c3d40000aaaabbbbccccdddd")
    )
  }
}
