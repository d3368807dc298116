import Core

// Container types of the standard library, which are recognized by conformance.

protocol OptionalShaped {
  static func schema(in registry: SchemaRegistry) throws -> Schema
  static func sample(in registry: SchemaRegistry) throws -> Any
}

extension Optional: OptionalShaped where Wrapped: Decodable {
  static func schema(in registry: SchemaRegistry) throws -> Schema {
    try registry.schema(of: Wrapped.self)
  }
  static func sample(in registry: SchemaRegistry) throws -> Any { Wrapped?.none as Any }
}

protocol ListShaped {
  static func schema(in registry: SchemaRegistry) throws -> Schema
  static func sample(in registry: SchemaRegistry) throws -> Any
}

extension Array: ListShaped where Element: Decodable {
  static func schema(in registry: SchemaRegistry) throws -> Schema {
    try registry.schema(of: Element.self)
  }
  static func sample(in registry: SchemaRegistry) throws -> Any {
    // A list inside its own element is empty, which ends the recursion.
    registry.isOpen(Element.self) ? [] : [try registry.sample(of: Element.self)]
  }
}

extension Set: ListShaped where Element: Decodable {
  static func schema(in registry: SchemaRegistry) throws -> Schema {
    try registry.schema(of: Element.self)
  }
  static func sample(in registry: SchemaRegistry) throws -> Any {
    Set([try registry.sample(of: Element.self)])
  }
}

protocol MapShaped {
  static func schema(in registry: SchemaRegistry) throws -> Schema
  static func sample(in registry: SchemaRegistry) throws -> Any
}

extension Dictionary: MapShaped where Key: Decodable, Value: Decodable {
  static func schema(in registry: SchemaRegistry) throws -> Schema {
    let value = try registry.schema(of: Value.self)
    switch try registry.schema(of: Key.self) {
    case .text: return .map(value, keys: nil)
    // Other dictionaries are coded as a list of keys and values.
    case .choice(let keys) where Key.self is any CodingKeyRepresentable.Type:
      return .map(value, keys: keys)
    default: throw SchemaError("\(Key.self) is no key of a JSON object.")
    }
  }

  static func sample(in registry: SchemaRegistry) throws -> Any {
    [try registry.sample(of: Key.self): try registry.sample(of: Value.self)]
  }
}
