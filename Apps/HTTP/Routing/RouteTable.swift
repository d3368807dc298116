import HTTPTypes
import Hummingbird

/// Finds the route of a request.
package struct RouteTable<Exchanged: Exchange, Policy: Sendable>: Sendable {
  package typealias Entry = Route<Exchanged, Policy>

  package struct Match: Sendable {
    package let route: Entry
    package let parameters: [String: String]
  }

  /// All routes, in no order.
  package let all: [Entry]
  private var literal: [[String]: [Entry]] = [:]
  private var patterns: [Entry] = []

  package init(_ routes: [Entry]) {
    all = routes
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
  package func match(_ path: [String], _ method: HTTPRequest.Method) throws -> Match {
    let wanted = method == .head ? .get : method
    if let routes = literalRoutes(of: path) {
      guard let route = routes.first(where: { $0.method == wanted }) else {
        throw RouteTable.notAllowed(routes.map(\.method))
      }
      return Match(route: route, parameters: [:])
    }
    let found = patternMatches(for: path)
    guard !found.isEmpty else { throw Problem.notFound }
    if let match = found.first(where: { $0.route.method == wanted }) { return match }
    throw RouteTable.notAllowed(found.map(\.route.method))
  }

  /// The routes of a path that is itself a pattern, which take precedence.
  private func literalRoutes(of path: [String]) -> [Entry]? {
    literal[path.count == 1 && path[0].isEmpty ? [] : path]
  }

  private func patternMatches(for path: [String]) -> [Match] {
    patterns.compactMap { route in
      route.pattern.values(of: path).map { Match(route: route, parameters: $0) }
    }
  }

  package func contains(_ path: [String]) -> Bool {
    literalRoutes(of: path) != nil || !patternMatches(for: path).isEmpty
  }

  /// Redirects `/week/` to `/week`; nil if there is nothing to redirect to.
  package func withoutSlash(_ exchange: Exchanged) -> Response? {
    guard exchange.path.count > 1, exchange.path.last == "", !exchange.path.dropLast().contains("")
    else { return nil }
    guard contains(exchange.path.dropLast()) else { return nil }
    let halves = exchange.target.split(separator: "?", maxSplits: 1)
    let query = halves.count > 1 ? "?\(halves[1])" : ""
    return Response(
      status: .permanentRedirect,
      headers: [.location: String(halves[0].dropLast()) + query]
    )
  }

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
