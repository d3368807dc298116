import Core

extension Schema {
  /// The first whole number in `value` that is out of the bounds of its place.
  ///
  /// Types are checked where values are read; bounds are not, since Swift's own types have others.
  func numberOutOfBounds(in value: JSONValue, _ book: [String: Schema]) -> Int64? {
    switch (self, value) {
    case (.integer(let range), .integer(let number)): range.contains(number) ? nil : number
    case (.formal(let form), .integer(let number)):
      if case .integer(let range) = form.kind, !range.contains(number) { number } else { nil }
    case (.optional(let schema), _): schema.numberOutOfBounds(in: value, book)
    case (.reference(let name), _): book[name]?.numberOutOfBounds(in: value, book)
    case (.list(let element), .list(let values)):
      values.lazy.compactMap { element.numberOutOfBounds(in: $0, book) }.first
    case (.map(let element, _), .object(let members)):
      members.values.lazy.compactMap { element.numberOutOfBounds(in: $0, book) }.first
    case (.object(let fields), .object(let members)):
      fields.lazy.compactMap { field in
        members[field.name].flatMap { field.schema.numberOutOfBounds(in: $0, book) }
      }.first
    default: nil
    }
  }

  /// The schema of the value that `path` leads to; nil when it leads nowhere.
  func part(at path: ArraySlice<String>, _ book: [String: Schema]) -> Schema? {
    switch self {
    case .optional(let schema): return schema.part(at: path, book)
    case .reference(let name): return book[name]?.part(at: path, book)
    default: break
    }
    guard let step = path.first else { return self }
    switch self {
    case .list(let element), .map(let element, _): return element.part(at: path.dropFirst(), book)
    case .object(let fields):
      return fields.first { $0.name == step }?.schema.part(at: path.dropFirst(), book)
    default: return nil
    }
  }

  /// Whether all that a text must fulfil to be one of these is in the description.
  var tellsAll: Bool {
    guard case .formal(let form) = self, case .text(nil, nil) = form.kind else { return true }
    return false
  }
}
