import Core

/// Decodes requests of one type, and explains why others cannot be decoded.
struct RequestDecoder: Sendable {
  let schema: Schema
  let book: [String: Schema]

  /// Scans a body once; everything after that reads the result of the scan.
  ///
  /// - Throws: ``FieldError`` for a body that is not JSON.
  func scan(_ body: [UInt8]) throws -> ReadJSON {
    do {
      let json = try ReadJSON(body)
      try json.checkNumbers()
      return json
    } catch let error as DecodingError { throw FieldError(.unreadable, words(error)) }
  }

  /// - Throws: ``FieldError``, or a ``DomainError`` from the decoding of a value.
  func read<R: Decodable>(_ type: R.Type, _ json: ReadJSON) throws -> R {
    guard json.isObject else { throw FieldError(.wrong, "An object is wanted.") }
    if json.hasNumbers, let number = schema.numberOutOfBounds(in: json, book) {
      throw FieldError(.wrong, "\(number) is out of the bounds of what may stand there.")
    }
    do {
      return try json.decode(type)
    } catch let error as DecodingError { throw FieldError(kind(error), words(error)) }
  }

  private func kind(_ error: DecodingError) -> FieldError.Kind {
    guard case .dataCorrupted(let context) = error else { return .wrong }
    let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    let part = schema.part(at: path[...], book)
    return part?.tellsAll == false ? .unfit : .wrong
  }

  /// Which field is wrong, and why.
  private func words(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      let field = context.codingPath.map(\.stringValue).joined(separator: ".")
      return field.isEmpty ? context.debugDescription : "\(field): \(context.debugDescription)"
    @unknown default: return "\(error)"
    }
  }
}
