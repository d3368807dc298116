import Core

/// Decodes requests of one type, and explains why others cannot be decoded.
struct RequestDecoder: Sendable {
  let schema: Schema
  let schemas: [String: Schema]

  /// Scans a body once; everything after that reads the result of the scan.
  ///
  /// - Throws: ``FieldError`` for a body that is not JSON.
  func scan(_ body: [UInt8]) throws -> ParsedJSON {
    do {
      let json = try ParsedJSON(body)
      try json.checkNumbers()
      return json
    } catch let error as DecodingError { throw FieldError(.unreadable, error.summary) }
  }

  /// - Throws: ``FieldError``, or a ``DomainError`` from the decoding of a value.
  func read<R: Decodable>(_ type: R.Type, _ json: ParsedJSON) throws -> R {
    guard json.isObject else { throw FieldError(.wrong, "A JSON object is expected.") }
    if json.hasNumbers, let number = schema.numberOutOfBounds(in: json, schemas) {
      throw FieldError(.wrong, "\(number) is outside the allowed range.")
    }
    do {
      return try json.decode(type)
    } catch let error as DecodingError {
      guard let part = part(error) else { throw FieldError(.wrong, error.summary) }
      let words = [error.summary, part.offer].compactMap { $0 }.joined(separator: " ")
      throw FieldError(part.isExhaustive ? .wrong : .unfit, words)
    }
  }

  /// The schema of a value that has the right kind, but is not one of the allowed values.
  private func part(_ error: DecodingError) -> Schema? {
    guard case .dataCorrupted(let context) = error else { return nil }
    let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    return schema.part(at: path[...], schemas)
  }
}
