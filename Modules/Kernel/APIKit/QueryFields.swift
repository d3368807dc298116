import Core

/// Reads the fields of a query from what stands behind the `?`.
///
/// Texts, numbers and `true` stand there as they are, lists of these as one name given several
/// times.
public enum QueryFields {
  /// The fields as a JSON object.
  ///
  /// - Throws: ``BadFields`` for names that are not asked for or given twice, and for values of the
  ///   wrong kind.
  public static func object(
    _ pairs: [(name: String, value: String)],
    for operation: Operation
  ) throws -> [UInt8] {
    var members: [String: JSONValue] = [:]
    for field in operation.fields where field.isRequired && plainElement(field.schema) != nil {
      members[field.name] = []
    }
    for (name, value) in pairs {
      guard let field = operation.fields.first(where: { $0.name == name }) else {
        throw BadFields(.wrong, "There is no “\(name)” to ask for here.")
      }
      if let element = plainElement(field.schema) {
        guard let json = read(value, as: element) else { throw wrongKind(name) }
        members[name] = append(json, to: members[name])
        continue
      }
      guard members[name] == nil else { throw BadFields(.wrong, "“\(name)” was given twice.") }
      guard let json = read(value, as: field.schema) else { throw wrongKind(name) }
      members[name] = json
    }
    return try JSON.encode(JSONValue.object(members))
  }

  private static func wrongKind(_ name: String) -> BadFields {
    BadFields(.wrong, "“\(name)” is not of the kind it has to be.")
  }

  private static func append(_ value: JSONValue, to list: JSONValue?) -> JSONValue {
    guard case .list(let values) = list else { return [value] }
    return .list(values + [value])
  }

  /// What a list of plain values holds; nil for what is none.
  static func plainElement(_ schema: Schema) -> Schema? {
    switch schema {
    case .list(let element): isText(element) ? element : nil
    case .optional(let schema): plainElement(schema)
    default: nil
    }
  }

  /// Nil when `text` is not of that kind.
  private static func read(_ text: String, as schema: Schema) -> JSONValue? {
    switch schema {
    case .text: .text(text)
    case .flag: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case .integer: Int64(text).map { .integer($0) }
    case .number: Double(text).map { .number($0) }
    case .choice(let values):
      if case .text = values.first { .text(text) } else { Int64(text).map { .integer($0) } }
    case .formal(let form):
      switch form.kind {
      case .text: .text(text)
      case .integer: Int64(text).map { .integer($0) }
      }
    case .optional(let schema): read(text, as: schema)
    case .list, .map, .object, .reference, .anything: nil
    }
  }

  /// Whether a value of that kind can stand behind the `?`.
  static func isPlain(_ schema: Schema) -> Bool {
    isText(schema) || plainElement(schema) != nil
  }

  private static func isText(_ schema: Schema) -> Bool {
    switch schema {
    case .text, .flag, .integer, .number, .choice, .formal: true
    case .optional(let schema): isText(schema)
    case .list, .map, .object, .reference, .anything: false
    }
  }
}
