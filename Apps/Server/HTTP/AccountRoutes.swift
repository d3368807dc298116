import API
import Accounts
import Core
import Friends
import HTTPServing
import HTTPTypes
import Hummingbird

/// Accounts and their sessions, for programs.
struct AccountRoutes: Sendable {
  let accounts: AccountStore
  let services: AccountServices

  /// The maximum size of a document with the keys of a sealed account.
  static let keyBytes = 256 << 10

  var operations: [ServerOperation] {
    get throws { try comingIn + resets + sessions + account }
  }

  private var sessions: [ServerOperation] {
    [
      ServerOperation(
        .get,
        "/api/v1/sessions",
        .member,
        "The devices and browsers that are signed in.",
        gives: [.ok(AccountDocuments.SessionList.self)],
        list
      ),
      ServerOperation(
        .delete,
        "/api/v1/sessions",
        .member,
        "Signs out all others, or all.",
        query: [AccountRoutes.all],
        gives: [.noContent],
        endOthers
      ),
      ServerOperation(
        .delete,
        "/api/v1/sessions/{id}",
        .member,
        "Signs a device or browser out.",
        gives: [.noContent],
        end
      ),
      ServerOperation(
        .put,
        "/api/v1/sessions/seen",
        .member,
        "Records that the owner of the account knows all sessions.",
        gives: [.noContent],
        markSeen
      ),
      ServerOperation(
        .delete,
        "/api/v1/session",
        .member,
        "Signs out whoever asks.",
        gives: [.noContent],
        signOut
      ),
    ]
  }

  private static let all = OpenAPIDocument.Parameter(
    name: "all",
    summary: "Whether whoever asks is signed out too.",
    schema: ["type": "boolean"],
    isInPath: false
  )

  private var account: [ServerOperation] {
    get throws {
      [
        ServerOperation(
          .get,
          "/api/v1/account",
          .member,
          "The account, and how much is kept in it.",
          gives: [.ok(AccountDocuments.Overview.self)],
          overview
        ),
        try ServerOperation(
          .delete,
          "/api/v1/account",
          .member,
          "Erases the account and all that is in it.",
          takes: AccountDocuments.Confirmation.self,
          gives: [.noContent],
          erase
        ),
        try ServerOperation(
          .put,
          "/api/v1/account/password",
          .member,
          "Sets another password, and signs out all others.",
          takes: AccountDocuments.PasswordChange.self,
          upTo: AccountRoutes.keyBytes,
          gives: [.noContent],
          changePassword
        ),
        ServerOperation(
          .get,
          "/api/v1/account/keys",
          .member,
          "The key ring of a sealed account.",
          gives: [.ok(AccountDocuments.Keys.self)],
          keys
        ),
        try ServerOperation(
          .put,
          "/api/v1/account/keys",
          .member,
          "Sets the next key ring of a sealed account.",
          takes: AccountDocuments.Keys.self,
          upTo: AccountRoutes.keyBytes,
          gives: [.noContent],
          setKeys
        ),
        try ServerOperation(
          .put,
          "/api/v1/account/key-verifier",
          .member,
          "Stores what checks a proof of the keys of a sealed account, which a reset of its password "
            + "needs.",
          takes: AccountDocuments.KeyVerifier.self,
          gives: [.noContent],
          setKeyVerifier
        ),
        try ServerOperation(
          .post,
          "/api/v1/account/data",
          .member,
          "Returns what the server keeps about a person besides what their devices hold.",
          takes: AccountDocuments.Confirmation.self,
          gives: [.ok(AccountDocuments.Export.self)],
          data
        ),
      ]
    }
  }

  // MARK: Sessions

  @Sendable
  private func list(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let sessions = try await accounts.sessions(of: caller.account.id)
    let new = try await accounts.newSessions(of: caller)
    return try .document(
      AccountDocuments.SessionList(
        items: sessions.map {
          AccountDocuments.SessionAnswer(
            $0,
            isCurrent: $0.id == caller.session.id,
            isNew: new.contains($0.id)
          )
        }
      )
    )
  }

  @Sendable
  private func markSeen(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    try await accounts.markSessionsSeen(by: try exchange.requireCaller())
    return .noContent
  }

  @Sendable
  private func end(
    _ exchange: ServerExchange,
    _ parameters: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    guard let id = SessionID(parameters["id"] ?? ""),
      try await services.endSession(id, by: caller)
    else {
      throw Problem(
        .notFound,
        "no-such-session",
        "That device is not signed in any more. Nothing was changed."
      )
    }
    return .noContent
  }

  @Sendable
  private func endOthers(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    let all = try exchange.flag(AccountRoutes.all.name) ?? false
    _ = try await services.endSessions(
      of: caller.account.id,
      except: all ? nil : caller.session.id
    )
    return .noContent
  }

  @Sendable
  private func signOut(_ exchange: ServerExchange, _: [String: String]) async throws -> Response {
    let caller = try exchange.requireCaller()
    _ = try await services.endSession(caller.session.id, by: caller)
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
    _ change: AccountDocuments.PasswordChange,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await services.changePassword(
      of: caller,
      from: change.current,
      to: change.new,
      sealed: try change.sealed?.password
    )
    return .noContent
  }

  @Sendable
  private func erase(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.Confirmation,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await services.erase(caller.account.id, password: body.password)
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
  private func setKeys(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.Keys,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await accounts.setKeyRing(try body.ring, of: caller.account.id)
    return .noContent
  }

  @Sendable
  private func setKeyVerifier(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.KeyVerifier,
    _: [String: String]
  ) async throws -> Response {
    let caller = try exchange.requireCaller()
    try await accounts.setKeyVerifier(try body.bytes, of: caller.account.id)
    return .noContent
  }

  /// Data that the server keeps about a person beyond what their devices also have.
  @Sendable
  private func data(
    _ exchange: ServerExchange,
    _ body: AccountDocuments.Confirmation,
    _: [String: String]
  ) async throws -> Response {
    try .document(
      try await services.export(
        try exchange.requireCaller().account.id,
        password: body.password
      )
    )
  }
}
