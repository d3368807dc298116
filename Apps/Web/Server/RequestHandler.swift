import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Pages
import Presentation
import Products

/// Handles every request, including errors, and adds security headers to every response.
///
/// This is the only place where errors become responses, so that none is sent without its headers.
struct RequestHandler: Sendable {
  let table: RouteTable<HTTPExchange, RoutePolicy>
  let gate: AccessControl
  let pages: PageRoutes
  let signIn: SignInPages
  let refusals: RefusalLog
  let logger: Logger
  private let delivery = ResponseEncoding()

  /// - Parameter didProve: called when the request proves its principal.
  func respond(
    to request: Request,
    from connection: Connection,
    _ didProve: HTTPService.Proof = { _ in true }
  ) async -> Response {
    var response: Response
    var exchange: HTTPExchange?
    do {
      let parsed = gate.identify(try ReceivedRequest(request, connection))
      exchange = parsed
      if parsed.principal != nil { _ = didProve(nil) }
      response = try await answer(parsed)
    } catch {
      let problem = await problem(error, request, exchange)
      note(problem, request)
      response = await answer(to: exchange ?? owner(request, connection), with: problem)
    }
    if let exchange, exchange.renewsSession { renew(&response, exchange) }
    // Clients that may not read anything only get one request at a time.
    if exchange?.principal == nil { response.headers[.connection] = "close" }
    response = await delivery.prepare(response, for: request)
    SecurityHeaders.add(to: &response.headers, isData: exchange?.isForProgram ?? false)
    return response
  }

  private func answer(_ exchange: HTTPExchange) async throws -> Response {
    let name = try gate.name(in: exchange)
    let method = exchange.request.method
    if method != .get, method != .head { try gate.checkOrigin(exchange) }
    guard !gate.isStranger(exchange, under: name) else { return try await answerStranger(exchange) }
    if let shorter = table.withoutSlash(exchange) { return shorter }
    let match = try table.match(exchange.path, method)
    try gate.admit(exchange, to: match.route)
    return try await match.route.respond(exchange, match.parameters)
  }

  /// Answers a request without a principal, which also must not reveal what exists.
  private func answerStranger(_ exchange: HTTPExchange) async throws -> Response {
    let match = try? table.match(exchange.path, exchange.request.method)
    guard let match, match.route.access == .anyone else { throw gate.unproven(exchange) }
    return try await match.route.respond(exchange, match.parameters)
  }

  /// Renews the browser's cookie for the lifetime of the session.
  ///
  /// A response that replaces or removes the cookie is left unchanged.
  private func renew(_ response: inout Response, _ exchange: HTTPExchange) {
    let name = WebSession.cookie
    guard let token = exchange.cookies[name],
      !response.headers[values: .setCookie].contains(where: { $0.hasPrefix("\(name)=") })
    else { return }
    response.headers.append(HTTPField(name: .setCookie, value: WebSession.cookie(with: token)))
  }

  // MARK: Errors

  private func note(_ problem: Problem, _ request: Request) {
    guard RefusalLog.isRefusal(problem.status) else { return }
    let client = BrowserName.short(request.headers[.userAgent])
    guard let count = refusals.note(problem.code, client: client) else { return }
    logger.notice(
      "a request was refused",
      metadata: ["code": "\(problem.code)", "client": "\(client)", "count": "\(count)"]
    )
  }

  /// The day of the person who sees a page; nil for somebody else, and if the space fails.
  private func today(of exchange: HTTPExchange?) async -> Day? {
    guard let exchange, exchange.principal != nil, !exchange.isForProgram else { return nil }
    return await pages.today(of: exchange.visitor)
  }

  private func problem(
    _ error: any Error,
    _ request: Request,
    _ exchange: HTTPExchange?
  ) async -> Problem {
    // Most have their words already.
    if let problem = error as? Problem { return problem }
    let isOnPage = exchange?.isForProgram == false
    let today = await today(of: exchange)
    if let problem = Problem(error, isOnPage: isOnPage, today: today) { return problem }
    logger.error(
      "a request failed",
      metadata: ["path": "\(request.uri.path)", "error": "\(error)"]
    )
    return .internalError
  }

  /// Returns an exchange for the first page if the address of the owner's browser cannot be read.
  ///
  /// It is then shown a page rather than a document; nil for anybody else.
  private func owner(_ request: Request, _ connection: Connection) -> HTTPExchange? {
    var head = request.head
    guard head.path?.hasPrefix("/api/") == false else { return nil }
    head.path = "/"
    let first = Request(head: head, body: request.body)
    guard let received = try? ReceivedRequest(first, connection) else { return nil }
    let exchange = gate.identify(received)
    guard exchange.principal != nil, !exchange.isForProgram,
      let name = try? gate.name(in: exchange), !gate.isStranger(exchange, under: name)
    else { return nil }
    return exchange
  }

  private func answer(
    to exchange: HTTPExchange?,
    with problem: Problem
  ) async -> Response {
    guard let exchange, !exchange.isForProgram else {
      return Response(
        status: problem.status,
        headers: problem.headers + [.contentType: "application/problem+json"],
        body: .init(byteBuffer: ByteBuffer(bytes: problem.document))
      )
    }
    guard problem.status != .unauthorized else { return signInPage(problem, exchange) }
    return await ErrorPage(pages: pages).response(problem, exchange)
  }
}

extension RequestHandler {
  /// The page for a browser that is not signed in, at any address.
  private func signInPage(_ problem: Problem, _ exchange: HTTPExchange) -> Response {
    let next = exchange.request.method == .get ? ReturnPath.destination(exchange.target) : "/"
    var response = signIn.signIn(next: next, status: .unauthorized)
    response.headers.append(contentsOf: problem.headers)
    return response
  }
}
