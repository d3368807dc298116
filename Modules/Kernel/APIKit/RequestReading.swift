import Core

/// Reads requests of one type, and says what is wrong with those that cannot be read.
struct RequestReading: Sendable {
  let schema: Schema
  let book: [String: Schema]

  /// - Throws: ``BadFields``, or a ``Refusal`` of a value's own.
  func read<R: Decodable>(_ type: R.Type, _ bytes: [UInt8]) throws -> R {
    let json: ReadJSON
    do {
      json = try ReadJSON(bytes)
      try checkNumbers(in: json)
    } catch let error as DecodingError { throw BadFields(.unreadable, words(error)) }
    guard json.isObject else { throw BadFields(.wrong, "An object is wanted.") }
    do {
      return try json.decode(R.self)
    } catch let error as DecodingError { throw BadFields(kind(error), words(error)) }
  }

  private func checkNumbers(in json: ReadJSON) throws {
    guard json.hasNumbers else { return }
    guard let number = schema.numberOutOfBounds(in: try json.decode(JSONValue.self), book) else {
      return
    }
    throw BadFields(.wrong, "\(number) is out of the bounds of what may stand there.")
  }

  private func kind(_ error: DecodingError) -> BadFields.Kind {
    guard case .dataCorrupted(let context) = error else { return .wrong }
    let path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    let part = schema.part(at: path[...], book)
    return part?.tellsAll == false ? .unfit : .wrong
  }

  /// What is wrong with which field.
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
