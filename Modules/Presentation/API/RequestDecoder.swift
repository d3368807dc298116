import Core

/// Decodes requests of one type, and explains why others cannot be decoded.
struct RequestDecoder: Sendable {
  let schema: Schema
  let book: [String: Schema]

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
    guard json.isObject else { throw FieldError(.wrong, "An object is wanted.") }
    if json.hasNumbers, let number = schema.numberOutOfBounds(in: json, book) {
      throw FieldError(.wrong, "\(number) is out of the bounds of what may stand there.")
    }
    do {
      return try json.decode(type)
    } catch let error as DecodingError { throw FieldError(kind(error), error.summary) }
  }

  private func kind(_ error: DecodingError) -> FieldError.Kind {
    guard case .dataCorrupted(let context) = error else { return .wrong }
    let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    let part = schema.part(at: path[...], book)
    return part?.tellsAll == false ? .unfit : .wrong
  }
}
