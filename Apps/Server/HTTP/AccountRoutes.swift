import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird

/// Accounts and their sessions, for programs.
struct AccountRoutes: Sendable {
  let accounts: AccountStore
  let services: AccountServices

  var routes: [ServerRoute] {
    [
      .post("/api/v1/accounts", .anyone, signUp),
      .post("/api/v1/sign-in-parameters", .anyone, parameters),
      .post("/api/v1/sessions", .anyone, signIn),
      .get("/api/v1/sessions", .member, list),
      .delete("/api/v1/sessions", .member, endOthers),
      .delete("/api/v1/sessions/{id}", .member, end),
      .delete("/api/v1/session", .member, signOut),
      .get("/api/v1/account", .member, overview),
      .delete("/api/v1/account", .member, erase),
      .put("/api/v1/account/password", .member, changePassword),
      .get("/api/v1/account/keys", .member, keys),
      .put("/api/v1/account/keys", .member, setKeys),
      .get("/api/v1/account/data", .member, data),
    ]
  }

  // MARK: Coming in

  @Sendable
  private func signUp(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let wish = try await exchange.decoded(AccountDocuments.SignUp.self, upTo: 256 << 10)
    let signedIn = try await accounts.signUp(
      SignUpRequest(
        SignInRequest(
          email: wish.email,
          password: wish.password,
          client: client(wish.device, exchange),
          address: exchange.client.text
        ),
        invitation: wish.invitation,
        sealed: try wish.sealed?.password
      )
    )
    return try .document(AccountDocuments.SignedInAnswer(signedIn), status: .created)
  }

  @Sendable
  private func parameters(_ exchange: ServerExchange, _: [String: String]) async throws -> Response
  {
    let question = try await exchange.decoded(AccountDocuments.Question.self)
    let found = try await accounts.signInParameters(
      of: question.email,
      address: exchange.client.text
    )
    return try .document(AccountDocuments.Parameters(found))
  }

  @Sendable
  private func signIn(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let wish = try await exchange.decoded(AccountDocuments.SignIn.self)
    let signedIn = try await accounts.signIn(
      SignInRequest(
        email: wish.email,
        password: wish.password,
        client: client(wish.device, exchange),
        address: exchange.client.text
      )
    )
    return try .document(AccountDocuments.SignedInAnswer(signedIn), status: .created)
  }

  private func client(
    _ device: AccountDocuments.Device,
    _ exchange: ServerExchange
  ) -> SessionClient {
    SessionClient(name: device.name, product: exchange.product.name, kind: .device)
  }

  // MARK: Sessions

  @Sendable
  private func list(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let sessions = try await accounts.sessions(of: caller.account.id)
    return try .document(
      AccountDocuments.SessionList(
        items: sessions.map {
          AccountDocuments.SessionAnswer($0, isCurrent: $0.id == caller.session.id)
        }
      )
    )
  }

  @Sendable
  private func end(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    guard let id = SessionID(parameters["id"] ?? ""),
      try await services.endSession(id, of: caller.account.id)
    else {
      throw Problem(.notFound, "no-such-session", "That device is not signed in any more.")
    }
    return .noContent
  }

  @Sendable
  private func endOthers(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let all = exchange.queryValue("all") == "true"
    _ = try await services.endSessions(
      of: caller.account.id,
      except: all ? nil : caller.session.id
    )
    return .noContent
  }

  @Sendable
  private func signOut(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    _ = try await services.endSession(caller.session.id, of: caller.account.id)
    return .noContent
  }

  // MARK: The account

  @Sendable
  private func overview(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let account = try exchange.requireCaller().account
    let ring = account.isSealed ? try await accounts.keyRing(of: account.id) : nil
    let spaces = try await services.usage(of: account.id)
    return try .document(
      AccountDocuments.Overview(
        createdAt: account.createdAt.rfc3339(in: .utc),
        email: account.email,
        id: "\(account.id)",
        keyVersion: ring?.version,
        role: account.role.rawValue,
        sealed: account.isSealed,
        spaces: spaces.map { .init(bytes: $0.bytes, facts: $0.facts, product: $0.product) }
      )
    )
  }

  @Sendable
  private func changePassword(
    _ exchange: ServerExchange,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    let change = try await exchange.decoded(
      AccountDocuments.PasswordChange.self,
      upTo: 256 << 10
    )
    try await services.changePassword(
      of: caller,
      from: change.current,
      to: change.new,
      sealed: try change.sealed?.password
    )
    return .noContent
  }

  @Sendable
  private func erase(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let wish = try await exchange.decoded(AccountDocuments.Confirmation.self)
    try await services.erase(caller.account.id, password: wish.password)
    return .noContent
  }

  @Sendable
  private func keys(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let ring = try await accounts.keyRing(of: exchange.requireCaller().account.id)
    var response = try Response.document(AccountDocuments.Keys(ring))
    response.headers[.eTag] = "\"\(ring.version)\""
    return response
  }

  @Sendable
  private func setKeys(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let wish = try await exchange.decoded(AccountDocuments.Keys.self, upTo: 256 << 10)
    try await accounts.setKeyRing(try wish.ring, of: caller.account.id)
    return .noContent
  }

  /// What the server keeps about a person beside what their devices hold as well.
  @Sendable
  private func data(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    try .document(try await accounts.export(exchange.requireCaller().account.id))
  }
}
