import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Web

/// Determines the product and the sender of a request, before anything is read.
struct ServerGate: Sendable {
  let products: ServedProducts
  let accounts: AccountStore
  let proxies: Set<String>
  /// The rate limit of one person or address.
  let pace: RequestPace
  /// The cookie of a browser's session; with the prefix `__Host-` if connections are encrypted.
  let cookie: SessionCookie
  /// Issues and checks the tokens of forms.
  let secrets: Secrets

  /// Every request counts against the rate limit of its sender here, even if it is refused later.
  ///
  /// - Throws: ``Problem`` for a host that is not served here and for one request too many, and
  ///   ``AccountsError`` for an invalid token.
  func identify(_ received: ReceivedRequest) async throws -> ServerExchange {
    guard let product = products.product(at: received.request.head.authority) else {
      throw Problem(
        .misdirectedRequest,
        "unknown-host",
        "Nothing is served under this name here. Look at the address."
      )
    }
    let client = ClientAddress(received, proxies: proxies)
    let caller: Caller?
    do {
      caller = try await self.caller(received)
    } catch {
      try pace.admit(nil, from: client)
      throw error
    }
    try pace.admit(caller, from: client)
    return exchange(received, product, caller, client)
  }

  /// Returns an unauthenticated exchange for a browser with an invalid session or address.
  ///
  /// It is then shown a page rather than a document; the first page if its address cannot be read.
  ///
  /// - Returns: nil for a program, and for a host name where nothing is served.
  func visitor(_ request: Request, _ connection: Connection) -> ServerExchange? {
    let path = request.head.path ?? ""
    let isForProgram = ["/api/", "/health/", "/v1/"].contains { path.hasPrefix($0) }
    guard !isForProgram, let product = products.product(at: request.head.authority) else {
      return nil
    }
    var head = request.head
    head.path = "/"
    let first = Request(head: head, body: request.body)
    let read =
      (try? ReceivedRequest(request, connection)) ?? (try? ReceivedRequest(first, connection))
    guard let received = read else { return nil }
    let client = ClientAddress(received, proxies: proxies)
    return exchange(received, product, nil, client)
  }

  private func exchange(
    _ received: ReceivedRequest,
    _ product: ServedProduct,
    _ caller: Caller?,
    _ client: ClientAddress
  ) -> ServerExchange {
    ServerExchange(
      received,
      product: product,
      caller: caller,
      client: client,
      secrets: secrets,
      identify: { try await self.caller(received) }
    )
  }

  /// The sender of a request; an expired token is an error, an expired cookie is not.
  private func caller(_ received: ReceivedRequest) async throws -> Caller? {
    if let token = ServerGate.bearer(received.header(.authorization)) {
      return try await accounts.authenticate(token)
    }
    guard let token = received.cookies[cookie.name] else { return nil }
    do {
      let caller = try await accounts.authenticate(token)
      return caller.session.client.kind == .browser ? caller : nil
    } catch .signedOut {
      return nil
    }
  }

  /// The token in a field `Authorization`; nil for one of another kind.
  static func bearer(_ field: String?) -> String? {
    guard let field, field.lowercased().hasPrefix("bearer ") else { return nil }
    return String(field.dropFirst(7))
  }

  /// - Throws: ``Problem`` for a sender who may not use the route.
  func admit(_ exchange: ServerExchange, to policy: ServerPolicy) throws {
    switch policy {
    case .anyone: break
    case .member: _ = try exchange.requireCaller()
    case .resident: try requireResident(exchange)
    case .program:
      try requireResident(exchange)
      guard exchange.isProgram else { throw ServerGate.tokenNeeded }
    case .administrator:
      guard try exchange.requireCaller().account.role == .administrator else {
        throw AccountsError.administratorsOnly
      }
    }
  }

  private func requireResident(_ exchange: ServerExchange) throws {
    _ = try exchange.requireCaller()
    guard exchange.isResident else { throw ServerGate.sealed }
  }

  private static let sealed = Problem.forbidden(
    "sealed-account",
    "This account is sealed: the server cannot read what is kept in it, so it has no pages here. Use it on "
      + "a device of your own: in a terminal, or in the web app that trellisd serves there. Nothing was "
      + "changed."
  )

  private static let tokenNeeded = Problem(
    .unauthorized,
    "token-needed",
    "Programs send the token of a device here: `Authorization: Bearer <token>`. Nothing was changed.",
    headers: [.wwwAuthenticate: "Bearer"]
  )

  /// - Throws: ``Problem`` 403 for a writing request that a page of another site started.
  ///
  /// A request with a token has no cookie that a browser would add by itself.
  func checkOrigin(_ exchange: ServerExchange) throws {
    let method = exchange.request.method
    guard method != .get, method != .head, !exchange.isProgram else { return }
    guard !CrossSite.isForeign(exchange.request.headers) else { throw ServerGate.foreign }
    guard let origin = exchange.header(.origin)?.lowercased() else { return }
    let authority = exchange.request.head.authority?.lowercased() ?? ""
    guard ["http://\(authority)", "https://\(authority)"].contains(origin) else {
      throw ServerGate.foreign
    }
  }

  private static let foreign = Problem.forbidden(
    "foreign-origin",
    "Another site tried to change something here. Nothing was changed."
  )
}
