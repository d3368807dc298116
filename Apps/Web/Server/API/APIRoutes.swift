import API
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation

/// Routes requests to the product's modules, and describes them.
struct APIRoutes: Sendable {
  let host: any WebHost
  let operations: [APIOperation]
  let idempotency: IdempotencyStore
  let limits: HTTPLimits
  private let description: [UInt8]

  /// - Throws: `SchemaError` when a request cannot be described, which is a bug in its module.
  init(
    host: any WebHost,
    documents: [DocumentEndpoint],
    settings: WebApp.Settings,
    idempotency: IdempotencyStore
  ) throws {
    self.host = host
    self.idempotency = idempotency
    limits = settings.limits
    let registry = SchemaRegistry()
    let product = host.product
    operations = try product.modules.flatMap { $0.manifest.answers }.map { request in
      try APIOperation(request, in: registry)
    }
    let document = try OpenAPIDocument(
      title: settings.place.titled(product),
      summary: product.summary,
      version: settings.version,
      operations: operations,
      registry: registry,
      readings: documents.map(\.reading),
      host: settings.description.adding(EventRoutes.described)
    )
    description = try JSON.encode(document.value)
  }

  var routes: [WebRoute] {
    [.get("\(APIVersion.path)/openapi.json") { _, _ in .json(description) }]
      + operations.map { operation in
        operation.hasBody
          ? .post(operation.path, proof: .program) { exchange, _ in
            try await send(operation, exchange)
          } : .get(operation.path) { exchange, _ in try await ask(operation, exchange) }
      }
  }

  private func ask(_ operation: APIOperation, _ exchange: HTTPExchange) async throws -> Response {
    let space = try await host.client(for: exchange.visitor)
    return try await inWords { .json(try await operation.answer(exchange.query, in: space)) }
  }

  private func send(_ operation: APIOperation, _ exchange: HTTPExchange) async throws -> Response {
    guard exchange.query.isEmpty else {
      throw Problem(
        .unprocessableContent,
        "bad-fields",
        "The fields of a command belong in the body. Nothing was changed."
      )
    }
    try exchange.requireJSON()
    let body = try await exchange.body(upTo: limits.body, within: limits.bodyTimeout)
    let space = try await host.client(for: exchange.visitor)
    let name = "\(exchange.request.method) \(operation.path)"
    let answer = try await idempotency.once(
      try exchange.idempotencyKey(),
      of: exchange.visitor,
      name: name,
      body: body,
      isRecorded: true
    ) {
      let bytes = try await inWords { try await operation.answer(body, in: space) }
      return StoredResponse(status: 200, body: bytes)
    }
    return .answer(answer.body, status: .init(code: answer.status))
  }

  private func inWords<T>(_ body: () async throws -> T) async throws -> T {
    do {
      return try await body()
    } catch let error as FieldError {
      throw Problem(field: error)
    }
  }
}

extension DocumentEndpoint {
  fileprivate var reading: OpenAPIDocument.Reading {
    let names = PathPattern(path).names
    let inPath = names.map { name in
      let known = parameters.first { $0.name == name }
      return OpenAPIDocument.Parameter(
        name: name,
        summary: known?.summary ?? "",
        schema: known?.kind.schema ?? ["type": "string"],
        isInPath: true
      )
    }
    let behind = parameters.filter { !names.contains($0.name) }.map { parameter in
      OpenAPIDocument.Parameter(
        name: parameter.name,
        summary: parameter.summary,
        schema: parameter.kind.schema,
        isInPath: false
      )
    }
    return OpenAPIDocument.Reading(
      path: path,
      summary: summary,
      parameters: inPath + behind,
      content: content
    )
  }
}

extension DocumentParameter.Kind {
  fileprivate var schema: JSONValue {
    switch self {
    case .text: ["type": "string"]
    case .day: ["type": "string", "format": "date"]
    case .flag: ["type": "boolean"]
    case .number(let range):
      [
        "type": "integer",
        "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound)),
      ]
    case .oneOf(let choices): ["type": "string", "enum": .list(choices.map { .text($0) })]
    }
  }
}
