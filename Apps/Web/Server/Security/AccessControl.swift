import HTTPServing
import HTTPTypes
import Hummingbird
import Pages

/// Decides who is admitted, before any personal data is read.
///
/// All users of the machine can reach a local port, and so can pages of other sites in the person's
/// own browser. So everything, including reading, requires a principal (``WebPrincipal``). Against
/// pages of other sites there are also `Host` (DNS rebinding; a past vulnerability of Syncthing and
/// Ollama), `Origin` and `Sec-Fetch-Site` (OWASP, "Cross-Site Request Forgery Prevention").
struct AccessControl: Sendable {
  /// The app's name in addresses.
  let host: String
  let secrets: Secrets
  let sessions: SessionStore
  let embedding: EmbeddingStore

  // MARK: Hosts

  /// The name under which a request addresses the app.
  enum Name: Sendable {
    /// Its own name, the only one whose pages a browser shows.
    case own
    /// Another name of this machine, for programs that cannot resolve its own.
    case machine
  }

  private static let machine = ["127.0.0.1", "localhost", "[::1]"]

  /// - Throws: ``Problem`` 403 for any other name.
  func name(in exchange: HTTPExchange) throws -> Name {
    guard let port = exchange.connection.port else { return .own }
    let authority = (exchange.request.head.authority ?? "").lowercased()
    func isMeant(_ name: String) -> Bool {
      authority == "\(name):\(port)" || (port == 80 && authority == name)
    }
    // The first `Host` becomes the authority; a second one stays among the fields and makes the
    // request ambiguous.
    if exchange.header(.host) == nil {
      if isMeant(host) { return .own }
      if AccessControl.machine.contains(where: isMeant) { return .machine }
    }
    // The right one is not revealed: see `isStranger`.
    throw Problem.forbidden(
      "unknown-host",
      "This app answers under its own address alone, which `trellis daemon open` opens."
    )
  }

  /// Whether a request has proven nothing under the name that it uses.
  ///
  /// Its sender must not learn the app's own name either. A browser sends cookies to every port of
  /// a name, so somebody who knew it could direct the person to another server under it and receive
  /// the session.
  func isStranger(_ exchange: HTTPExchange, under name: Name) -> Bool {
    guard let principal = exchange.principal else { return true }
    return name != .own && principal != .program && !principal.isEmbedding
  }

  // MARK: Principals

  /// A request with the principal that it proves.
  func identify(_ received: ReceivedRequest) -> HTTPExchange {
    let (principal, renewsSession) = principal(
      received.request.headers,
      received.connection,
      cookies: received.cookies,
      key: received.queryValue(Embedding.keyName)
    )
    return HTTPExchange(received, from: principal, renewsSession: renewsSession)
  }

  /// The sender of a request, and whether the browser's cookie must be renewed.
  ///
  /// - Parameter key: the key for embedding that the address contains.
  func principal(
    _ headers: HTTPFields,
    _ connection: Connection,
    cookies: [String: String],
    key: String?
  ) -> (WebPrincipal?, renewsSession: Bool) {
    if connection == .unixSocket { return (.process, false) }
    if secrets.admits(authorization: headers[.authorization]) { return (.program, false) }
    if let use = cookies[WebSession.cookie].flatMap({ sessions.use($0) }) {
      return (.browser(use.session), use.isRenewed)
    }
    if let permission = key.flatMap({ embedding.permission(of: $0) }) {
      return (.embedding(permission), false)
    }
    return (nil, false)
  }

  /// - Throws: ``Problem`` 401 where the request's principal is not enough.
  func admit(_ exchange: HTTPExchange, to route: WebRoute) throws {
    switch (route.access, exchange.principal) {
    case (.anyone, _), (.embedding, .embedding): return
    case (_, nil), (_, .embedding): throw unproven(exchange)
    case (.program, .browser): throw AccessControl.tokenNeeded(exchange)
    case (.owner, _), (.embedding, _), (.program, _): break
    }
    guard route.proof == .program, exchange.principal?.isProgram != true else { return }
    throw AccessControl.tokenNeeded(exchange)
  }

  /// The response to a request without a principal.
  func unproven(_ exchange: HTTPExchange) -> Problem { AccessControl.unproven(exchange) }

  static func unproven(_ exchange: HTTPExchange) -> Problem {
    guard !exchange.isForProgram else { return tokenNeeded(exchange) }
    return unauthorized(
      exchange,
      "sign-in-needed",
      "This browser is not signed in. Nothing was changed."
    )
  }

  private static func tokenNeeded(_ exchange: HTTPExchange) -> Problem {
    unauthorized(
      exchange,
      "token-needed",
      "Send the token of this app: `Authorization: Bearer <token>`; `trellisd token` prints it. "
        + "Nothing was changed."
    )
  }

  private static func unauthorized(
    _ exchange: HTTPExchange,
    _ code: String,
    _ detail: String
  ) -> Problem {
    var headers: HTTPFields = [.wwwAuthenticate: "Bearer"]
    // The body of a sender without permission is not read.
    if exchange.hasBody { headers[.connection] = "close" }
    return Problem(.unauthorized, code, detail, headers: headers)
  }

  // MARK: Other sites

  /// - Throws: ``Problem`` 403 for a writing request that a page of another site started.
  func checkOrigin(_ exchange: HTTPExchange) throws {
    guard !CrossSite.isForeign(exchange.request.headers) else { throw AccessControl.foreign }
    guard let origin = exchange.header(.origin) else { return }
    // No page has the address of a socket file.
    guard exchange.connection != .unixSocket, let authority = exchange.request.head.authority,
      origin.lowercased() == "http://\(authority.lowercased())"
    else { throw AccessControl.foreign }
  }

  private static let foreign = Problem.forbidden(
    "foreign-origin",
    "Another site tried to change something here. Nothing was changed."
  )
}
