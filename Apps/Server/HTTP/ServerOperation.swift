import API
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Web

/// A route for programs, with the types of its description.
///
/// The described types are those that its bodies are decoded as and its answers are encoded from.
struct ServerOperation: Sendable {
  typealias Respond = ServerRoute.Respond
  /// Answers a request with its body.
  typealias RespondToBody<Body> =
    @Sendable (ServerExchange, Body, _ parameters: [String: String]) async throws -> Response

  let route: ServerRoute
  let described: HostRequest

  /// A route that reads no body, or one that is not JSON.
  init(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ policy: ServerPolicy,
    _ summary: String,
    query: [OpenAPIDocument.Parameter] = [],
    body: HostRequest.Body? = nil,
    gives replies: [HostRequest.Reply],
    _ respond: @escaping Respond
  ) {
    route = ServerRoute(method, path, policy, respond)
    let inPath = route.pattern.names.map { name in
      OpenAPIDocument.Parameter(
        name: name,
        summary: "An id, as the list of these has it.",
        schema: ["type": "string"],
        isInPath: true
      )
    }
    described = HostRequest(
      method.rawValue.lowercased(),
      path,
      summary,
      tag: ServerOperation.tag(of: path),
      access: policy == .anyone ? .anyone : .member,
      parameters: inPath + query,
      body: body,
      replies: replies
    )
  }

  /// A route that reads a document.
  ///
  /// - Parameter limit: the maximum size of the document in bytes.
  /// - Throws: ``SchemaError`` for a type that cannot be described.
  init<Body: Codable & Sendable>(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ policy: ServerPolicy,
    _ summary: String,
    takes _: Body.Type,
    upTo limit: Int = 64 << 10,
    gives replies: [HostRequest.Reply],
    _ respond: @escaping RespondToBody<Body>
  ) throws {
    let reader = try BodyReader<Body>()
    self.init(method, path, policy, summary, body: .document(Body.self), gives: replies) {
      exchange,
      parameters in
      try await respond(exchange, try await exchange.document(reader, upTo: limit), parameters)
    }
  }

  /// The subject of a request: the first component of its path.
  private static func tag(of path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    return parts.starts(with: ["api", "v1"]) && parts.count > 2 ? parts[2] : parts.first ?? "server"
  }
}

/// A number in the query.
struct QueryNumber: Sendable {
  let name: String
  let range: ClosedRange<Int>
  let summary: String

  var described: OpenAPIDocument.Parameter {
    OpenAPIDocument.Parameter(
      name: name,
      summary: summary,
      schema: [
        "type": "integer", "minimum": .integer(Int64(range.lowerBound)),
        "maximum": .integer(Int64(range.upperBound)),
      ],
      isInPath: false
    )
  }
}

extension ServerExchange {
  /// Returns a number in the query; nil if there is none.
  ///
  /// - Throws: ``Problem`` 400 for anything else.
  func value(of number: QueryNumber) throws -> Int? {
    guard let text = queryValue(number.name) else { return nil }
    guard let value = Int(text), number.range.contains(value) else {
      throw Problem.badRequest(
        "bad-query",
        "“\(number.name)” must be a whole number from \(number.range.lowerBound) to "
          + "\(number.range.upperBound). Nothing was changed."
      )
    }
    return value
  }

  /// Returns `true` or `false` in the query; nil if there is neither.
  ///
  /// - Throws: ``Problem`` 400 for anything else.
  func flag(_ name: String) throws -> Bool? {
    guard let text = queryValue(name) else { return nil }
    guard let value = Bool(text) else {
      throw Problem.badRequest(
        "bad-query",
        "“\(name)” must be true or false. Nothing was changed."
      )
    }
    return value
  }

  /// Decodes the body as a document.
  ///
  /// - Throws: ``Problem`` for a body that is too long or malformed.
  fileprivate func document<Body>(_ reader: BodyReader<Body>, upTo limit: Int) async throws -> Body
  {
    try requireJSON()
    let bytes = try await body(upTo: limit, within: 30)
    do {
      return try reader.read(bytes)
    } catch let error as FieldError {
      throw Problem(field: error)
    }
  }
}
