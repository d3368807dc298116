import Core

/// A description of the whole API for other programs.
///
/// Source of the format: OpenAPI Specification 3.1.1.
public struct OpenAPIDocument: Sendable {
  /// A document that a module defines by hand, in addition to its requests.
  public struct Reading: Sendable {
    /// The path below ``APIVersion/path``: `today`, `habits/{id}`.
    public let path: String
    public let summary: String
    public let parameters: [Parameter]
    /// The type of the document, which is described if it is also `Decodable`.
    public let content: any (Encodable & Sendable).Type

    public init(
      path: String,
      summary: String,
      parameters: [Parameter],
      content: any (Encodable & Sendable).Type
    ) {
      self.path = path
      self.summary = summary
      self.parameters = parameters
      self.content = content
    }

    fileprivate func schema(in registry: SchemaRegistry) -> JSONValue {
      // A plugin may only encode its document, or code it in its own way.
      guard let type = content as? any Decodable.Type, let schema = try? registry.schema(of: type)
      else { return ["type": ["object", "array"]] }
      return schema.document
    }
  }

  /// A parameter in the path or the query string.
  public struct Parameter: Sendable {
    public let name: String
    public let summary: String
    public let schema: JSONValue
    public let isInPath: Bool

    public init(name: String, summary: String, schema: JSONValue, isInPath: Bool) {
      self.name = name
      self.summary = summary
      self.schema = schema
      self.isInPath = isInPath
    }
  }

  let title: String
  let summary: String
  let version: String
  let operations: [APIOperation]
  /// What is said of each of the operations.
  private let descriptions: [APIOperation.Description]
  let schemas: [String: Schema]
  let readings: [Reading]
  /// The schemas of the readings, by path.
  private let documents: [String: JSONValue]
  let host: HostDescription
  /// The requests that the host answers by itself, by path and method.
  private let hostPaths: [String: [String: JSONValue]]

  /// - Parameter registry: describes the fields of the operations already.
  /// - Throws: ``SchemaError`` for a request that cannot be described.
  public init(
    title: String,
    summary: String,
    version: String,
    operations: [APIOperation],
    registry: SchemaRegistry,
    readings: [Reading],
    host: HostDescription = .ownMachine
  ) throws {
    self.host = host
    hostPaths = try OpenAPIDocument.paths(of: host.requests, registry)
    self.title = title
    self.summary = summary
    self.version = version
    self.operations = operations
    descriptions = try operations.map { try $0.description(in: registry) }
    self.readings = readings
    let described = readings.map { ($0.path, $0.schema(in: registry)) }
    documents = Dictionary(described) { first, _ in first }
    schemas = registry.schemas
  }

  /// The document as JSON.
  public var value: JSONValue {
    [
      "openapi": "3.1.1",
      "info": [
        "title": .text(title), "version": .text(version), "summary": .text(summary),
        "description": .text(OpenAPIDocument.introduction),
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": "/"]],
      "security": [["token": []]],
      "tags": tags,
      "paths": .object(paths),
      "components": [
        "schemas": .object(components),
        "responses": .object(ProblemResponses.all),
        "securitySchemes": [
          "token": [
            "type": "http", "scheme": "bearer",
            "description": .text(host.token),
          ],
          "session": [
            "type": "apiKey", "in": "cookie", "name": .text(host.cookie),
            "description": "A browser that is signed in; it reads, and writes only through forms.",
          ],
        ],
      ],
    ]
  }

  private static let introduction = """
    Queries use GET (or POST, if they do not fit into a URL) and change nothing; commands use POST. \
    A command may carry an `Idempotency-Key`: sent again with the same key it is not carried out \
    again, and gets the same response. A reply to a command has `signals` if it has just reached \
    something, such as a milestone. What queries and documents answer to GET has an `ETag`, for \
    `If-None-Match`. A refused request gets a problem (RFC 9457) with a `code` for programs and a \
    `detail` in words for a person; it has changed nothing.
    """

  private var tags: JSONValue {
    let modules = Set(operations.map(\.module) + host.requests.map(\.tag)).sorted()
    let names = modules + (readings.isEmpty ? [] : ["documents"])
    return .list(names.map { ["name": .text($0)] })
  }

  private var components: [String: JSONValue] {
    var components = schemas.mapValues { $0.document }
    components["Problem"] = ProblemResponses.schema
    return components
  }

  private var paths: [String: JSONValue] {
    var paths: [String: JSONValue] = [:]
    for (operation, description) in zip(operations, descriptions) {
      let entry =
        operation.hasBody
        ? withBody(operation, description) : withParameters(operation, description)
      paths[operation.path] = [
        operation.hasBody ? "post" : "get": deprecated(entry, operation.deprecation)
      ]
    }
    for reading in readings {
      paths["\(APIVersion.path)/\(reading.path)"] = ["get": document(reading)]
    }
    for (path, operations) in hostPaths { paths[path] = .object(operations) }
    return paths
  }

  // MARK: Operations

  /// The operation with a note of its replacement, if there is one.
  private func deprecated(_ operation: JSONValue, _ deprecation: Deprecation?) -> JSONValue {
    guard let deprecation, case .object(var members) = operation else { return operation }
    members["deprecated"] = .bool(true)
    members["description"] = .text("Since \(deprecation.since): \(deprecation.instead)")
    return .object(members)
  }

  private func withParameters(
    _ operation: APIOperation,
    _ description: APIOperation.Description
  ) -> JSONValue {
    [
      "operationId": .text(operation.name),
      "summary": .text(operation.summary),
      "tags": [.text(operation.module)],
      "security": OpenAPIDocument.readers,
      "parameters": .list(operation.fields.map { parameter($0, description.example) }),
      "responses": answers(description.reply.document, ProblemResponses.ofQueries),
    ]
  }

  private func parameter(_ field: Schema.Field, _ example: JSONValue) -> JSONValue {
    var schema = field.schema
    // A query string has no null: a field without a value is omitted.
    if case .optional(let wrapped) = schema { schema = wrapped }
    // An empty list has no query items at all.
    let isList = QueryFields.plainElement(schema) != nil
    var parameter: [String: JSONValue] = [
      "name": .text(field.name), "in": "query", "required": .bool(field.isRequired && !isList),
    ]
    parameter["schema"] = schema.document
    if case .object(let members) = example { parameter["example"] = members[field.name] }
    return .object(parameter)
  }

  private func withBody(
    _ operation: APIOperation,
    _ description: APIOperation.Description
  ) -> JSONValue {
    [
      "operationId": .text(operation.name),
      "summary": .text(operation.summary),
      "tags": [.text(operation.module)],
      "parameters": operation.kind == .query ? [] : [OpenAPIDocument.idempotencyKey],
      "requestBody": [
        "required": .bool(true),
        "content": [
          "application/json": [
            "schema": Schema.object(operation.fields).document, "example": description.example,
          ]
        ],
      ],
      "responses": answers(reply(to: operation, description), ProblemResponses.ofCommands),
    ]
  }

  /// The reply, to which a command adds what it has just reached (``CommandReply``).
  private func reply(
    to operation: APIOperation,
    _ description: APIOperation.Description
  ) -> JSONValue {
    let reply = description.reply.document
    guard operation.kind == .command else { return reply }
    return ["allOf": [reply, ["properties": ["signals": OpenAPIDocument.signals]]]]
  }

  private static let signals: JSONValue = [
    "type": "array",
    "description": "What the command has just reached, such as a milestone; missing if nothing.",
    "items": [
      "type": "object", "required": ["data", "event"],
      "properties": ["data": ["type": "object"], "event": ["type": "string"]],
    ],
  ]

  /// Programs, and pages in a browser that is signed in.
  static let readers: JSONValue = [["token": []], ["session": []]]

  private static let idempotencyKey: JSONValue = [
    "name": "Idempotency-Key", "in": "header", "required": .bool(false),
    "description": "Names this command, so that it runs once if sent twice. Kept for eight days.",
    "schema": ["type": "string", "pattern": .text(IdempotencyKey.pattern)],
  ]

  private func document(_ reading: Reading) -> JSONValue {
    [
      "operationId": .text("documents." + reading.path),
      "summary": .text(reading.summary),
      "tags": ["documents"],
      "security": OpenAPIDocument.readers,
      "parameters": .list(reading.parameters.map { OpenAPIDocument.parameter($0) }),
      "responses": answers(documents[reading.path] ?? [:], ProblemResponses.ofQueries),
    ]
  }

  static func parameter(_ parameter: Parameter) -> JSONValue {
    [
      "name": .text(parameter.name), "in": parameter.isInPath ? "path" : "query",
      "required": .bool(parameter.isInPath), "description": .text(parameter.summary),
      "schema": parameter.schema,
    ]
  }

  private func answers(_ schema: JSONValue, _ problems: [String]) -> JSONValue {
    var answers: [String: JSONValue] = [
      "200": [
        "description": "The answer.", "content": ["application/json": ["schema": schema]],
      ]
    ]
    for status in problems + host.problems {
      answers[status] = ["$ref": .text("#/components/responses/\(status)")]
    }
    return .object(answers)
  }
}

/// A key that identifies one command, so that it runs only once.
public enum IdempotencyKey {
  public static let pattern = "^[A-Za-z0-9._:-]{1,128}$"

  public static func isValid(_ key: String) -> Bool {
    (1...128).contains(key.utf8.count)
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: ":"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
