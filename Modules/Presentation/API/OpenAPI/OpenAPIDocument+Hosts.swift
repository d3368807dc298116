import Core

extension OpenAPIDocument {
  /// The requests that a host answers by itself, by path and method.
  ///
  /// - Throws: ``SchemaError`` for a type that cannot be described.
  static func paths(
    of requests: [HostRequest],
    _ registry: SchemaRegistry
  ) throws -> [String: [String: JSONValue]] {
    var paths: [String: [String: JSONValue]] = [:]
    for request in requests {
      paths[request.path, default: [:]][request.method] = try operation(request, registry)
    }
    return paths
  }

  private static func operation(
    _ request: HostRequest,
    _ registry: SchemaRegistry
  ) throws -> JSONValue {
    var answers: [String: JSONValue] = [:]
    for reply in request.replies {
      var answer: [String: JSONValue] = ["description": .text(words(of: reply.status))]
      let content = try reply.content.mapValues { schema -> JSONValue in
        ["schema": try schema(registry)]
      }
      if !content.isEmpty { answer["content"] = .object(content) }
      answers["\(reply.status)"] = .object(answer)
    }
    for status in ProblemResponses.ofHosts where answers[status] == nil {
      answers[status] = ["$ref": .text("#/components/responses/\(status)")]
    }
    var operation: [String: JSONValue] = [
      "operationId": .text(name(of: request)), "summary": .text(request.summary),
      "tags": [.text(request.tag)],
      "security": request.access == .anyone ? [] : readers,
      "parameters": .list(request.parameters.map { parameter($0) }),
      "responses": .object(answers),
    ]
    if let body = request.body {
      guard case .object(var content) = try body.schema(registry) else { return .object(operation) }
      content["example"] = try body.example(registry)
      operation["requestBody"] = [
        "required": .bool(true), "content": ["application/json": .object(content)],
      ]
    }
    return .object(operation)
  }

  /// `put-friends-hidden-id` for `PUT /api/v1/friends/hidden/{id}`.
  private static func name(of request: HostRequest) -> String {
    let path =
      request.path.hasPrefix(APIVersion.path)
      ? request.path.dropFirst(APIVersion.path.count) : request.path[...]
    let words = path.split { !$0.isLetter && $0 != "-" }
    return ([Substring(request.method)] + words).joined(separator: "-")
  }

  private static func words(of status: Int) -> String {
    switch status {
    case 201: "It was made."
    case 202: "It is not decided yet."
    case 204: "It was done."
    default: "The answer."
    }
  }
}
