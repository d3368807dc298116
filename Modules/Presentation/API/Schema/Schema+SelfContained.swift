import Core

extension Schema {
  /// The schema as a document of its own, with the definitions of everything that it refers to.
  ///
  /// - Parameter schemas: the schemas by the names of references.
  public func selfContained(among schemas: [String: Schema]) -> JSONValue {
    var definitions: [String: JSONValue] = [:]
    let document = Schema.resolved(self.document, schemas, &definitions)
    guard !definitions.isEmpty, case .object(var members) = document else { return document }
    members["$defs"] = .object(definitions)
    return .object(members)
  }

  private static let components = "#/components/schemas/"

  /// Points references to `definitions`, and adds what they refer to.
  private static func resolved(
    _ value: JSONValue,
    _ schemas: [String: Schema],
    _ definitions: inout [String: JSONValue]
  ) -> JSONValue {
    switch value {
    case .list(let elements): return .list(elements.map { resolved($0, schemas, &definitions) })
    case .object(var members):
      for (name, value) in members {
        if name == "$ref", case .text(let path) = value, path.hasPrefix(components) {
          let target = String(path.dropFirst(components.count))
          members[name] = .text("#/$defs/\(target)")
          guard definitions[target] == nil, let schema = schemas[target] else { continue }
          // Set before it is followed, as it may refer to itself.
          definitions[target] = [:]
          definitions[target] = resolved(schema.document, schemas, &definitions)
        } else {
          members[name] = resolved(value, schemas, &definitions)
        }
      }
      return .object(members)
    default: return value
    }
  }
}
