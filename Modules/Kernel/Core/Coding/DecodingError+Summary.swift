extension DecodingError {
  /// Which field is wrong and why, in a few words.
  public var summary: String {
    switch self {
    case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let field = context.codingPath.map(\.stringValue).joined(separator: ".")
      return field.isEmpty ? context.debugDescription : "\(field): \(context.debugDescription)"
    @unknown default: return "\(self)"
    }
  }
}
