import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Web

/// Handles every request, including errors, and adds protective headers to every response.
struct ServerHandler: Sendable {
  let table: RouteTable<ServerExchange, ServerPolicy>
  let gate: ServerGate
  let pages: AccountPages
  let isEncrypted: Bool
  let logger: Logger
  private let delivery = ResponseEncoding()

  init(
    _ routes: [ServerRoute],
    _ gate: ServerGate,
    _ pages: AccountPages,
    isEncrypted: Bool,
    _ logger: Logger
  ) {
    table = RouteTable(routes)
    self.gate = gate
    self.pages = pages
    self.isEncrypted = isEncrypted
    self.logger = logger
  }

  /// - Parameter didProve: called when the request proves who sent it.
  func respond(
    to request: Request,
    from connection: Connection,
    _ didProve: @Sendable () -> Void
  ) async -> Response {
    var exchange: ServerExchange?
    var response: Response
    do {
      let identified = try await gate.identify(try ReceivedRequest(request, connection))
      exchange = identified
      if identified.caller != nil { didProve() }
      response = try await answer(identified)
    } catch {
      response = self.response(to: exchange, request, with: problem(error, request))
    }
    response = await delivery.prepare(response, for: request)
    let isData = exchange.map(\.isForProgram) ?? true
    SecurityHeaders.add(to: &response.headers, isData: isData)
    // A year (OWASP ASVS 5.0, 3.4.1).
    if isEncrypted { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    return response
  }

  private func answer(_ exchange: ServerExchange) async throws -> Response {
    if exchange.request.method == .get || exchange.request.method == .head,
      let file = exchange.product.site.file(at: exchange.path)
    {
      return file
    }
    try gate.checkOrigin(exchange)
    let match = try table.match(exchange.path, exchange.request.method)
    try gate.admit(exchange, to: match.route.policy)
    return try await match.route.respond(exchange, match.parameters)
  }

  private func problem(_ error: any Error, _ request: Request) -> Problem {
    let known = Problem.known(error)
    if known == nil || known?.status.kind == .serverError {
      // Neither the query nor the body: they may be personal.
      logger.error(
        "a request failed",
        metadata: [
          "method": "\(request.method)", "error": "\(type(of: error)) \(error)",
        ]
      )
    }
    return known ?? ServerHandler.internalError
  }

  private func response(
    to exchange: ServerExchange?,
    _ request: Request,
    with problem: Problem
  ) -> Response {
    var headers = problem.headers
    if ReceivedRequest.hasBody(request.headers) { headers[.connection] = "close" }
    guard let exchange, !exchange.isForProgram else {
      return Response(
        status: problem.status,
        headers: headers + [.contentType: "application/problem+json"],
        body: .init(byteBuffer: ByteBuffer(bytes: problem.document))
      )
    }
    if problem.status == .unauthorized, exchange.request.method == .get {
      let next = PercentCoding.encoded(ReturnPath.destination(exchange.target))
      return Response(status: .seeOther, headers: [.location: "/sign-in?next=\(next)"])
    }
    return pages.problem(problem, exchange, headers: headers)
  }

  private static let internalError = Problem(
    .internalServerError,
    "internal",
    "Something went wrong on the server. What your devices hold is kept: try once more."
  )
}
