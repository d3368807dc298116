extension DecodingError {
  /// Which field is wrong and why, in a few words.
  public var summary: String {
    switch self {
    case .keyNotFound(let key, let context):
      return "“\(DecodingError.place(context.codingPath + [key]))” is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let field = DecodingError.place(context.codingPath)
      let words = DecodingError.words(context)
      return field.isEmpty ? words : "\(field): \(words)"
    @unknown default: return "\(self)"
    }
  }

  /// A path as `parts.0.amount`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.map(\.stringValue).joined(separator: ".")
  }

  /// The description, with our own words for a text that is not a value of an enumeration.
  ///
  /// The standard library says "Cannot initialize SomeType from invalid String value x" there.
  private static func words(_ context: Context) -> String {
    let words = context.debugDescription
    guard words.hasPrefix("Cannot initialize "), let value = words.firstRange(of: " value ") else {
      return words
    }
    return "“\(words[value.upperBound...])” is none of the values that may stand here."
  }
}
