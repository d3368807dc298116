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
  private let description: APIDescription

  /// - Throws: `SchemaError` when the fields of a request cannot be described, which is a bug in its
  ///   module.
  init(
    host: any WebHost,
    documents: [DocumentEndpoint],
    settings: WebApp.Settings,
    idempotency: IdempotencyStore
  ) throws {
    self.host = host
    self.idempotency = idempotency
    limits = settings.limits
    operations = try APIOperation.all(of: host.product, in: SchemaRegistry())
    description = APIDescription(host.product, documents: documents, settings: settings)
  }

  var routes: [WebRoute] {
    [.get("\(APIVersion.path)/openapi.json") { _, _ in .json(try await description.bytes()) }]
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
