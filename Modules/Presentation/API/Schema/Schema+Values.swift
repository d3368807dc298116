import Core

extension Schema {
  /// The first integer in `value` that is outside the bounds of its schema.
  ///
  /// Decoding checks types but not bounds, since Swift's own types have different ones.
  func numberOutOfBounds(in value: ParsedJSON, _ schemas: [String: Schema]) -> Int64? {
    switch self {
    case .integer(let range): value.integer.flatMap { range.contains($0) ? nil : $0 }
    case .custom(let form): form.numberOutOfBounds(in: value)
    case .optional(let schema): schema.numberOutOfBounds(in: value, schemas)
    case .reference(let name): schemas[name]?.numberOutOfBounds(in: value, schemas)
    case .list(let element):
      value.elements.lazy.compactMap { element.numberOutOfBounds(in: $0, schemas) }.first
    case .map(let element, _):
      value.values.lazy.compactMap { element.numberOutOfBounds(in: $0, schemas) }.first
    case .object(let fields):
      fields.lazy.compactMap { field in
        value.member(field.name).flatMap { field.schema.numberOutOfBounds(in: $0, schemas) }
      }.first
    case .text, .flag, .number, .choice, .anything: nil
    }
  }

  /// The schema of the value at `path`; nil if there is no such value.
  func part(at path: ArraySlice<String>, _ schemas: [String: Schema]) -> Schema? {
    switch self {
    case .optional(let schema): return schema.part(at: path, schemas)
    case .reference(let name): return schemas[name]?.part(at: path, schemas)
    default: break
    }
    guard let step = path.first else { return self }
    switch self {
    case .list(let element), .map(let element, _):
      return element.part(at: path.dropFirst(), schemas)
    case .object(let fields):
      return fields.first { $0.name == step }?.schema.part(at: path.dropFirst(), schemas)
    default: return nil
    }
  }

  /// The values of an enumeration, in a sentence; nil for any other schema.
  var offer: String? {
    guard case .choice(let values) = self else { return nil }
    let words = values.compactMap { value -> String? in
      switch value {
      case .text(let text): text
      case .integer(let number): String(number)
      default: nil
      }
    }
    return "Give one of \(words.joined(separator: ", "))."
  }

  /// Whether the description states every condition that a text must meet.
  var isExhaustive: Bool {
    guard case .custom(let form) = self, case .text(nil, nil) = form.kind else { return true }
    return false
  }
}

extension CodingSchema {
  fileprivate func numberOutOfBounds(in value: ParsedJSON) -> Int64? {
    guard case .integer(let range) = kind else { return nil }
    return value.integer.flatMap { range.contains($0) ? nil : $0 }
  }
}
