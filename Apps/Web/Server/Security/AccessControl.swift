import HTTPTypes
import Hummingbird

/// Decides who is admitted, before any personal data is read.
///
/// Other programs and pages on the same machine can reach a local port too. Against pages of other
/// sites: `Host` (DNS rebinding; a past vulnerability of Syncthing and Ollama), `Origin` and
/// `Sec-Fetch-Site` (OWASP, "Cross-Site Request Forgery Prevention"). Against other users: the
/// owner of the socket at the other end. Against other programs of the same user there is no
/// defense, nor is one necessary.
struct AccessControl: Sendable {
  let hosts: [String]
  let secrets: Secrets
  /// The user this program runs as.
  let user: UInt32

  /// - Throws: ``Problem`` 403.
  func admit(_ exchange: HTTPExchange) throws {
    guard case .loopback(let port, _) = exchange.connection.way else { return }
    try checkHost(exchange, port)
    try checkUser(exchange)
  }

  private func checkHost(_ exchange: HTTPExchange, _ port: Int) throws {
    let host = exchange.request.head.authority ?? ""
    // The first `Host` becomes the authority; a second one stays among the fields and makes the
    // request ambiguous.
    guard isOurs(host, port), exchange.header(.host) == nil else {
      throw Problem.forbidden(
        "unknown-host",
        "This app answers under the address 127.0.0.1:\(port) alone. Open "
          + "http://127.0.0.1:\(port)/ instead."
      )
    }
  }

  private func isOurs(_ host: String, _ port: Int) -> Bool {
    let host = host.lowercased()
    return hosts.contains { host == "\($0):\(port)" || (port == 80 && host == $0) }
  }

  private func checkUser(_ exchange: HTTPExchange) throws {
    guard exchange.connection.user != user else { return }
    guard !secrets.admits(authorization: exchange.header(.authorization)) else { return }
    throw Problem.forbidden(
      "other-user",
      "These are the habits of another user of this machine. Start the app under your own name, or "
        + "send the token of its owner."
    )
  }

  /// Checks the proof of a writing request.
  ///
  /// - Throws: ``Problem`` 401 or 403.
  func admitWriting(_ exchange: HTTPExchange, proof: Route.Proof) throws {
    try checkOrigin(exchange)
    guard proof == .bearer else { return }
    guard secrets.admits(authorization: exchange.header(.authorization)) else {
      throw Problem(
        .unauthorized,
        "token-needed",
        "To change something send the token of this app: `Authorization: Bearer <token>`. Nothing "
          + "was changed.",
        headers: [.wwwAuthenticate: "Bearer"]
      )
    }
  }

  /// Whether the browser reports a request from a page of another site.
  static func isForeign(_ headers: HTTPFields) -> Bool {
    guard let site = headers[.fetchSite] else { return false }
    return site != "same-origin" && site != "none"
  }

  private func checkOrigin(_ exchange: HTTPExchange) throws {
    guard !AccessControl.isForeign(exchange.request.headers) else { throw AccessControl.foreign }
    guard let origin = exchange.header(.origin) else { return }
    switch exchange.connection.way {
    case .unixSocket: throw AccessControl.foreign
    case .loopback(let port, _):
      guard origin.hasPrefix("http://"), isOurs(String(origin.dropFirst(7)), port) else {
        throw AccessControl.foreign
      }
    }
  }

  private static let foreign = Problem.forbidden(
    "foreign-origin",
    "Another site tried to change something here. Nothing was changed."
  )

  func admit(form token: String?) throws {
    guard secrets.admits(formToken: token) else {
      throw Problem.forbidden(
        "stale-form",
        "This form does not come from a page of this app, or from one that is too old. Nothing was "
          + "changed: reload the page and try once more."
      )
    }
  }
}
