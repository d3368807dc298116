import Core

/// Reads the fields of a query from a query string.
///
/// Texts, numbers and `true` are written as they are, and a list of these as a repeated name. The
/// values are decoded directly, without an intermediate JSON document.
enum QueryFields {
  /// - Throws: ``FieldError`` for unknown names, for single values given twice, and for values of
  ///   the wrong type.
  static func read(
    _ pairs: [(name: String, value: String)],
    for fields: [Schema.Field]
  ) throws -> ParsedJSON {
    var members: [String: FormValue] = [:]
    for field in fields where field.isRequired && plainElement(field.schema) != nil {
      members[field.name] = .list([])
    }
    for (name, text) in pairs {
      guard let field = fields.first(where: { $0.name == name }) else {
        throw FieldError(.wrong, "There is no “\(name)” to ask for here.")
      }
      if let element = plainElement(field.schema) {
        guard let value = read(text, as: element) else { throw wrong(name, element) }
        members[name] = append(value, to: members[name])
        continue
      }
      guard members[name] == nil else { throw FieldError(.wrong, "“\(name)” was given twice.") }
      guard let value = read(text, as: field.schema) else { throw wrong(name, field.schema) }
      members[name] = value
    }
    return ParsedJSON(members: members.map { ($0, $1) })
  }

  private static func wrong(_ name: String, _ schema: Schema) -> FieldError {
    FieldError(.wrong, "“\(name)” must be \(kind(of: schema)).")
  }

  /// What is written for a schema that takes no text.
  private static func kind(of schema: Schema) -> String {
    switch schema {
    case .flag: "true or false"
    case .number: "a number"
    case .optional(let schema): kind(of: schema)
    default: "a whole number"
    }
  }

  private static func append(_ value: FormValue, to list: FormValue?) -> FormValue {
    guard case .list(let values) = list else { return .list([value]) }
    return .list(values + [value])
  }

  /// The element of a list of plain values; nil for any other schema.
  static func plainElement(_ schema: Schema) -> Schema? {
    switch schema {
    case .list(let element): isText(element) ? element : nil
    case .optional(let schema): plainElement(schema)
    default: nil
    }
  }

  /// Nil when `text` is not a value of the schema.
  private static func read(_ text: String, as schema: Schema) -> FormValue? {
    switch schema {
    case .text: .text(text)
    case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : nil
    case .integer: whole(text)
    case .number: Double(text)?.isFinite == true ? .number(text) : nil
    case .choice(let values): if case .text = values.first { .text(text) } else { whole(text) }
    case .custom(let form):
      switch form.kind {
      case .text: .text(text)
      case .integer: whole(text)
      }
    case .optional(let schema): read(text, as: schema)
    case .list, .map, .object, .reference, .anything: nil
    }
  }

  private static func whole(_ text: String) -> FormValue? {
    Int64(text) == nil ? nil : .number(text)
  }

  /// Whether a value of the schema can be written in a query string.
  static func isPlain(_ schema: Schema) -> Bool {
    isText(schema) || plainElement(schema) != nil
  }

  private static func isText(_ schema: Schema) -> Bool {
    switch schema {
    case .text, .flag, .integer, .number, .choice, .custom: true
    case .optional(let schema): isText(schema)
    case .list, .map, .object, .reference, .anything: false
    }
  }
}
