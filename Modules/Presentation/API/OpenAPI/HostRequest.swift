import Core

/// A request that a host answers by itself, in addition to those of its product's modules.
public struct HostRequest: Sendable {
  /// Who may send the request.
  public enum Access: Sendable {
    case anyone
    /// Anybody who is signed in: programs by a token, browsers by a cookie.
    case member
  }

  /// The reply to a successful request.
  public struct Reply: Sendable {
    let status: Int
    let content: [String: @Sendable (SchemaRegistry) throws -> JSONValue]

    /// A document of a type.
    public static func document<Body: Decodable & Sendable>(
      _ status: Int,
      _ type: Body.Type
    ) -> Reply {
      Reply(status: status, content: ["application/json": { try $0.schema(of: type).document }])
    }

    public static func ok<Body: Decodable & Sendable>(_ type: Body.Type) -> Reply {
      document(200, type)
    }

    public static func created<Body: Decodable & Sendable>(_ type: Body.Type) -> Reply {
      document(201, type)
    }

    /// No content: only that it was done.
    public static let noContent = Reply(status: 204, content: [:])
    /// A stream of events (HTML, section 9.2, "Server-sent events").
    public static let events = Reply(
      status: 200,
      content: ["text/event-stream": { _ in ["type": "string"] }]
    )
  }

  /// The body of a request.
  public struct Body: Sendable {
    let schema: @Sendable (SchemaRegistry) throws -> JSONValue
    let example: @Sendable (SchemaRegistry) throws -> JSONValue?

    /// A document of a type.
    public static func document<Content: Codable & Sendable>(_ type: Content.Type) -> Body {
      Body { registry in
        .object(["schema": try Schema.object(registry.fields(of: type)).document])
      } example: { registry in
        try JSON.decode(JSONValue.self, from: JSON.encode(try registry.sample(of: type)))
      }
    }

    /// A document whose form is described elsewhere.
    public static func elsewhere(_ words: String) -> Body {
      Body { _ in
        ["schema": ["type": "object", "description": .text(words)]]
      } example: { _ in
        nil
      }
    }
  }

  let method: String
  let path: String
  let summary: String
  let tag: String
  let access: Access
  let parameters: [OpenAPIDocument.Parameter]
  let body: Body?
  let replies: [Reply]

  /// - Parameters:
  ///   - method: `get`, `put`, `post` or `delete`.
  ///   - path: the whole path, with names in braces: `/api/v1/sessions/{id}`.
  ///   - tag: the subject, in one word.
  public init(
    _ method: String,
    _ path: String,
    _ summary: String,
    tag: String,
    access: Access,
    parameters: [OpenAPIDocument.Parameter],
    body: Body?,
    replies: [Reply]
  ) {
    (self.method, self.path, self.summary, self.tag) = (method, path, summary, tag)
    (self.access, self.parameters) = (access, parameters)
    (self.body, self.replies) = (body, replies)
  }
}

/// What a host adds to the description of its product's API.
public struct HostDescription: Sendable {
  private(set) var requests: [HostRequest]
  /// Where a program gets its token, as a sentence.
  let token: String
  /// The name of the cookie of a browser that is signed in.
  let cookie: String
  /// The statuses of problems that any request may return there.
  let problems: [String]

  public init(requests: [HostRequest], token: String, cookie: String, problems: [Int]) {
    (self.requests, self.token, self.cookie) = (requests, token, cookie)
    self.problems = problems.map { "\($0)" }
  }

  /// The same with another request, such as one that every host answers.
  public func adding(_ request: HostRequest) -> HostDescription {
    var description = self
    description.requests.append(request)
    return description
  }

  /// A program on a person's own machine.
  public static let ownMachine = HostDescription(
    requests: [],
    token: "The token of the app; `trellisd token` prints it.",
    cookie: "trellis-session",
    problems: []
  )
}

/// Reads bodies of one type as the API's description defines them.
public struct BodyReader<Body: Decodable & Sendable>: Sendable {
  private let decoder: RequestDecoder

  /// - Throws: ``SchemaError`` for a type that cannot be described.
  public init() throws {
    let registry = SchemaRegistry()
    let fields = try registry.fields(of: Body.self)
    decoder = RequestDecoder(schema: .object(fields), schemas: registry.schemas)
  }

  /// - Throws: ``FieldError``, or a ``DomainError`` from the decoding of a value.
  public func read(_ bytes: [UInt8]) throws -> Body {
    try decoder.read(Body.self, try decoder.scan(bytes))
  }
}
