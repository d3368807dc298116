import Core

/// The JSON form of one type.
public indirect enum Schema: Sendable, Equatable {
  case text
  case flag
  case number
  case integer(ClosedRange<Int64>)
  /// One of these values.
  case choice([JSONValue])
  case list(Schema)
  /// An object with any names, or only these, whose values share one schema.
  case map(Schema, keys: [JSONValue]?)
  case object([Field])
  /// A type that defines its own coding.
  case custom(CodingSchema)
  /// The schema with this name in the registry.
  case reference(String)
  /// This schema, or null, or absent.
  case optional(Schema)
  case anything

  /// One member of an object.
  public struct Field: Sendable, Equatable {
    public let name: String
    public let schema: Schema
    public let isRequired: Bool

    public init(name: String, schema: Schema, isRequired: Bool) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }

  /// Integers that all JSON implementations represent exactly (RFC 8259, section 6).
  public static let safeIntegers: ClosedRange<Int64> =
    -9_007_199_254_740_991...9_007_199_254_740_991

  /// The schema in JSON Schema 2020-12, the dialect of OpenAPI 3.1.
  public var document: JSONValue {
    switch self {
    case .text: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .number: ["type": "number"]
    case .integer(let range): Schema.integers(range)
    case .choice(let values): Schema.choices(values)
    case .list(let element): ["type": "array", "items": element.document]
    case .map(let value, let keys): Schema.map(value, keys)
    case .object(let fields): Schema.object(fields)
    case .custom(let form): Schema.custom(form)
    case .reference(let name): ["$ref": .text("#/components/schemas/\(name)")]
    case .optional(let schema): ["anyOf": [schema.document, ["type": "null"]]]
    case .anything: [:]
    }
  }

  private static func integers(_ range: ClosedRange<Int64>) -> JSONValue {
    [
      "type": "integer",
      "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ]
  }

  private static func choices(_ values: [JSONValue]) -> JSONValue {
    if case .text = values.first { return ["type": "string", "enum": .list(values)] }
    return ["type": "integer", "enum": .list(values)]
  }

  private static func map(_ value: Schema, _ keys: [JSONValue]?) -> JSONValue {
    guard let keys else { return ["type": "object", "additionalProperties": value.document] }
    let members = keys.compactMap { key -> (String, JSONValue)? in
      guard case .text(let name) = key else { return nil }
      return (name, value.document)
    }
    return [
      "type": "object", "additionalProperties": .bool(false),
      "properties": .object(Dictionary(members) { first, _ in first }),
    ]
  }

  private static func object(_ fields: [Field]) -> JSONValue {
    let members = fields.map { ($0.name, $0.schema.document) }
    var document: [String: JSONValue] = [
      "type": "object",
      "properties": .object(Dictionary(members) { first, _ in first }),
    ]
    let required = fields.filter(\.isRequired).map { JSONValue.text($0.name) }
    if !required.isEmpty { document["required"] = .list(required) }
    return .object(document)
  }

  private static func custom(_ form: CodingSchema) -> JSONValue {
    var document: [String: JSONValue] = [
      "description": .text(form.words), "examples": [form.example],
    ]
    switch form.kind {
    case .text(let format, let pattern):
      document["type"] = "string"
      document["format"] = format.map { .text($0) }
      document["pattern"] = pattern.map { .text($0) }
    case .integer(let range):
      guard case .object(let bounds) = integers(range) else { break }
      document.merge(bounds) { $1 }
    }
    return .object(document)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByArrayLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }

  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }

  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
}
