import Core
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Pages
import Products

/// Handles every request, including errors, and adds protective headers to every response.
///
/// The only place where errors become responses, so that none is sent without its headers.
struct RequestHandler: Sendable {
  let table: RouteTable
  let gate: AccessControl
  let pages: PageRoutes
  let logger: Logger
  private let delivery = ResponseEncoding()

  func respond(to request: Request, from connection: Connection) async -> Response {
    var response: Response
    do {
      response = try await answer(request, connection)
    } catch {
      response = await answer(to: request, connection, with: problem(error, request))
    }
    response = await delivery.prepare(response, for: request)
    let isData = request.head.path?.hasPrefix("/api/") ?? false
    SecurityHeaders.add(to: &response.headers, isData: isData)
    return response
  }

  private func answer(_ request: Request, _ connection: Connection) async throws -> Response {
    let exchange = try HTTPExchange(request, connection)
    try gate.admit(exchange)
    if let shorter = withoutSlash(exchange) { return shorter }
    let match = try table.match(exchange.path, request.method)
    if match.route.method == .post {
      try gate.admitWriting(exchange, proof: match.route.proof)
    }
    return try await match.route.respond(exchange, match.parameters)
  }

  /// Redirects `/week/` to `/week`.
  private func withoutSlash(_ exchange: HTTPExchange) -> Response? {
    guard exchange.path.count > 1, exchange.path.last == "", !exchange.path.dropLast().contains("")
    else { return nil }
    guard table.contains(exchange.path.dropLast()) else { return nil }
    let halves = exchange.target.split(separator: "?", maxSplits: 1)
    let query = halves.count > 1 ? "?\(halves[1])" : ""
    return Response(
      status: .permanentRedirect,
      headers: [.location: String(halves[0].dropLast()) + query]
    )
  }

  // MARK: Errors

  private func problem(_ error: any Error, _ request: Request) -> Problem {
    if let problem = error as? Problem { return problem }
    if error is NotFound { return .notFound }
    if let words = ErrorMessage(error) {
      return Problem(RequestHandler.status(of: error, words.code), words.code, words.message)
    }
    logger.error(
      "a request failed",
      metadata: ["path": "\(request.uri.path)", "error": "\(error)"]
    )
    return Problem(
      .internalServerError,
      "internal",
      "Something went wrong inside the app. Nothing was lost: try once more, and tell us if it "
        + "stays."
    )
  }

  /// The status of an error.
  ///
  /// A ``DomainError`` means that the request was understood but conflicts with the rules or the
  /// state of the space.
  private static func status(of error: any Error, _ code: String) -> HTTPResponse.Status {
    guard error is DomainError else { return .serviceUnavailable }
    return code.hasPrefix("no-such") || code.hasPrefix("unknown") ? .notFound : .conflict
  }

  private func answer(
    to request: Request,
    _ connection: Connection,
    with problem: Problem
  ) async -> Response {
    guard let exchange = try? HTTPExchange(request, connection), !exchange.isForAPI else {
      return Response(
        status: problem.status,
        headers: problem.headers + [.contentType: "application/problem+json"],
        body: .init(byteBuffer: ByteBuffer(bytes: problem.document))
      )
    }
    return await ErrorPage(pages: pages).response(problem, exchange)
  }
}

extension HTTPFields {
  /// The fields of both operands.
  static func + (fields: HTTPFields, others: HTTPFields) -> HTTPFields {
    var all = fields
    all.append(contentsOf: others)
    return all
  }
}
