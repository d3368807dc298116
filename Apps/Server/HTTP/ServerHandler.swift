import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Web

/// Handles every request, including errors, and adds security headers to every response.
struct ServerHandler: Sendable {
  /// The routes of each product.
  let tables: [String: RouteTable<ServerExchange, ServerPolicy>]
  let gate: ServerGate
  let room: BodyRoom
  let pages: AccountPages
  let signIn: SignInPage
  let isEncrypted: Bool
  let metrics: ServerMetrics
  let logger: Logger
  private let delivery = ResponseEncoding()

  init(
    _ routes: [ServerRoute],
    _ gate: ServerGate,
    _ room: BodyRoom,
    _ pages: AccountPages,
    _ signIn: SignInPage,
    isEncrypted: Bool,
    _ metrics: ServerMetrics,
    _ logger: Logger
  ) {
    // The server's own routes come first.
    tables = Dictionary(
      uniqueKeysWithValues: pages.apps.all.map { ($0.product, RouteTable(routes + $0.routes)) }
    )
    self.gate = gate
    self.room = room
    self.pages = pages
    self.signIn = signIn
    self.isEncrypted = isEncrypted
    self.metrics = metrics
    self.logger = logger
  }

  /// - Parameter didProve: called when the request proves its sender.
  func respond(
    to request: Request,
    from connection: Connection,
    _ didProve: HTTPService.Proof
  ) async -> Response {
    let begun = ContinuousClock.now
    var exchange: ServerExchange?
    var route = ServerHandler.noRoute
    var response: Response
    do {
      let identified = try await gate.identify(try ReceivedRequest(request, connection))
      exchange = identified
      if let caller = identified.caller, !didProve(caller.account.id.rawValue) {
        throw Problem.tooManyAtOnce
      }
      response = try await answerWithinRoom(identified, &route)
    } catch {
      let problem = await problem(error, request, exchange)
      metrics.countRefusal(problem.code)
      exchange = exchange ?? gate.visitor(request, connection)
      response = await self.response(to: exchange, request, with: problem)
    }
    response = await delivery.prepare(response, for: request)
    let isData = exchange.map(\.isForProgram) ?? true
    SecurityHeaders.add(to: &response.headers, isData: isData)
    // A year (OWASP ASVS 5.0, 3.4.1).
    if isEncrypted { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    metrics.count(route, status: response.status.code, after: ContinuousClock.now - begun)
    return response
  }

  /// Answers a request while the account has room for its body.
  private func answerWithinRoom(
    _ exchange: ServerExchange,
    _ route: inout String
  ) async throws -> Response {
    guard let account = exchange.caller?.account.id else {
      return try await answer(exchange, &route)
    }
    let bytes = BodyRoom.announced(by: exchange.received)
    try room.take(bytes, for: account)
    defer { room.leave(bytes, of: account) }
    return try await answer(exchange, &route)
  }

  /// The name of requests without a route, whose paths can be anything.
  private static let noRoute = "none"

  /// - Parameter route: receives the pattern of the route, for metrics.
  private func answer(
    _ exchange: ServerExchange,
    _ route: inout String
  ) async throws -> Response {
    try gate.checkOrigin(exchange)
    guard let table = tables[exchange.product.name] else { throw Problem.notFound }
    if let shorter = table.withoutSlash(exchange) { return shorter }
    let match = try table.match(exchange.path, exchange.request.method)
    route = match.route.pattern.text
    try gate.admit(exchange, to: match.route.policy)
    return try await match.route.respond(exchange, match.parameters)
  }

  private func problem(
    _ error: any Error,
    _ request: Request,
    _ exchange: ServerExchange?
  ) async -> Problem {
    let isOnPage = exchange?.isForProgram == false
    let today = error is DomainError && isOnPage ? await today(of: exchange) : nil
    let known =
      Problem.known(error, isOnPage: isOnPage, today: today)
      ?? WebApp.problem(error, isOnPage: isOnPage)
    if known?.status.isFailure ?? true {
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

  /// The day of the person who sees a page; nil for somebody without a space, and if it fails.
  private func today(of exchange: ServerExchange?) async -> Day? {
    guard let exchange else { return nil }
    return await pages.apps[exchange.product.name]?.today(of: exchange)
  }

  private func response(
    to exchange: ServerExchange?,
    _ request: Request,
    with problem: Problem
  ) async -> Response {
    var headers = problem.headers
    // Pipelined requests beyond the limit would be refused one by one, while others wait.
    if ReceivedRequest.hasBody(request.headers) || problem.status == .tooManyRequests {
      headers[.connection] = "close"
    }
    guard let exchange, !exchange.isForProgram else {
      return Response(
        status: problem.status,
        headers: headers + [.contentType: "application/problem+json"],
        body: .init(byteBuffer: ByteBuffer(bytes: problem.document))
      )
    }
    if problem.status == .unauthorized, exchange.request.method == .get {
      // Not a redirect: this answer removes what a browser keeps for offline use.
      return signIn.needed(exchange, headers: headers)
    }
    if let response = await pages.apps[exchange.product.name]?.response(problem, to: exchange) {
      return response
    }
    return pages.problem(problem, exchange, headers: headers)
  }

  private static let internalError = Problem(
    .internalServerError,
    "internal",
    "Something went wrong on the server. What your devices hold is kept: try once more."
  )
}
