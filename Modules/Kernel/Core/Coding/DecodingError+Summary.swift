extension DecodingError {
  /// Which field is wrong and why, in a few words without a full stop.
  public var summary: String {
    switch self {
    case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let field = context.codingPath.map(\.stringValue).joined(separator: ".")
      var words = context.debugDescription[...]
      if words.hasSuffix(".") { words.removeLast() }
      return field.isEmpty ? String(words) : "\(field): \(words)"
    @unknown default: return "\(self)"
    }
  }
}
