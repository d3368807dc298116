import HTTPTypes
import Hummingbird

/// A handler for requests with one method and path pattern.
struct Route: Sendable {
  /// Who may use it.
  enum Access: Sendable, Equatable {
    /// Everybody who reaches the app: nothing here is personal.
    case anyone
    /// The person: a browser that is signed in, or a program.
    case owner
    /// Also a page that embeds a part of the app, with the key for that.
    case embedding
    /// Programs of the person, but no browser.
    case program
  }

  /// The proof that a writing request must carry beyond its principal.
  enum Proof: Sendable, Equatable {
    /// None: it changes nothing that is kept.
    case none
    /// The form's token, which is checked after the form is decoded.
    case form
    /// That it is a program's, so that no page of another site can have a browser send it.
    case program
  }

  let method: HTTPRequest.Method
  let pattern: PathPattern
  let access: Access
  let proof: Proof
  let respond: @Sendable (HTTPExchange, _ parameters: [String: String]) async throws -> Response

  static func get(
    _ pattern: String,
    access: Access = .owner,
    _ respond: @escaping @Sendable (HTTPExchange, [String: String]) async throws -> Response
  ) -> Route {
    Route(
      method: .get,
      pattern: PathPattern(pattern),
      access: access,
      proof: .none,
      respond: respond
    )
  }

  static func post(
    _ pattern: String,
    access: Access = .owner,
    proof: Proof,
    _ respond: @escaping @Sendable (HTTPExchange, [String: String]) async throws -> Response
  ) -> Route {
    Route(
      method: .post,
      pattern: PathPattern(pattern),
      access: access,
      proof: proof,
      respond: respond
    )
  }
}

/// Finds the route of a request.
struct RouteTable: Sendable {
  struct Match: Sendable {
    let route: Route
    let parameters: [String: String]
  }

  private var literal: [[String]: [Route]] = [:]
  private var patterns: [Route] = []

  init(_ routes: [Route]) {
    for route in routes {
      if route.pattern.isLiteral {
        literal[route.pattern.text.split(separator: "/").map(String.init), default: []].append(
          route
        )
      } else {
        patterns.append(route)
      }
    }
    patterns.sort { $0.pattern.weight > $1.pattern.weight }
  }

  /// - Throws: ``Problem``: 404 when nothing is there, 405 for an unsupported method.
  func match(_ path: [String], _ method: HTTPRequest.Method) throws -> Match {
    let found = candidates(for: path)
    guard !found.isEmpty else { throw Problem.notFound }
    let wanted = method == .head ? .get : method
    if let match = found.first(where: { $0.route.method == wanted }) { return match }
    throw RouteTable.notAllowed(found.map(\.route.method))
  }

  private func candidates(for path: [String]) -> [Match] {
    if let routes = literal[path == [""] ? [] : path] {
      return routes.map { Match(route: $0, parameters: [:]) }
    }
    return patterns.compactMap { route in
      route.pattern.values(of: path).map { Match(route: route, parameters: $0) }
    }
  }

  func contains(_ path: [String]) -> Bool { !candidates(for: path).isEmpty }

  private static func notAllowed(_ methods: [HTTPRequest.Method]) -> Problem {
    let names = Set(methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] })
    return Problem(
      .methodNotAllowed,
      "method-not-allowed",
      "This address is not used in that way. Nothing was changed.",
      headers: [.allow: names.sorted().joined(separator: ", ")]
    )
  }
}
