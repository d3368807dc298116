import Accounts
import Core
import HTTPServing
import HTTPTypes
import Hummingbird
import Pages
import Presentation
import Products
import RemindersContract
import SocialContract
import Web

/// The web app of a product for everybody who is signed in at the server.
struct MemberApp: Sendable {
  let app: WebApp
  let product: String
  let accounts: AccountStore
  /// The destinations of notices that the server supports.
  private let channels = NoticeChannels(isAwake: true, page: NoticePage.path)
  private let friends = FriendsReach(isThere: true, page: FriendPages.postPath)

  init(app: WebApp, product: String, accounts: AccountStore) {
    (self.app, self.product, self.accounts) = (app, product, accounts)
  }

  /// The app's routes as routes of the server.
  var routes: [ServerRoute] {
    app.routes.map { route in
      ServerRoute(route.method, route.pattern.text, ServerPolicy(route.policy)) {
        exchange,
        values in
        let identified = try await identify(exchange)
        return try await NoticeChannels.$current.withValue(channels) {
          try await FriendsReach.$current.withValue(friends) {
            try await route.respond(identified, values)
          }
        }
      }
    }
  }

  /// A page of the server in the app's frame, for the signed-in person.
  func response(
    _ content: PageContent,
    to exchange: ServerExchange,
    status: HTTPResponse.Status
  ) async throws -> Response {
    try await app.response(content, to: try await identify(exchange), status: status)
  }

  /// The page shown instead of a page of the app; nil for somebody who does not use it.
  func response(_ problem: Problem, to exchange: ServerExchange) async -> Response? {
    guard exchange.isResident, let identified = try? await identify(exchange) else { return nil }
    return await app.response(problem, to: identified)
  }

  /// The day of the signed-in person; nil for somebody who does not use the app.
  func today(of exchange: ServerExchange) async -> Day? {
    guard exchange.isResident, let identified = try? await identify(exchange) else { return nil }
    return await app.today(of: identified)
  }

  /// The calendar of the signed-in person; nil for somebody who does not use the app.
  func calendar(of exchange: ServerExchange) async throws -> LocalCalendar? {
    guard exchange.isResident else { return nil }
    return try await app.calendar(of: try await identify(exchange))
  }

  /// The request with its space: that of the session's account, and no other.
  private func identify(_ exchange: ServerExchange) async throws -> HTTPExchange {
    guard let caller = exchange.caller, exchange.isResident else {
      return HTTPExchange(exchange.received, from: nil)
    }
    let account = caller.account.id
    let space = try await accounts.space(of: caller, product: product)
    let visitor = Visitor(.account(account), space: space.id, session: "\(caller.session.id)")
    return HTTPExchange(
      exchange.received,
      from: .member(visitor, isProgram: exchange.isProgram),
      recheck: { try await exchange.recheckSender() }
    )
  }
}

/// The apps of all products.
struct MemberApps: Sendable {
  private let byProduct: [String: MemberApp]

  init(_ apps: [MemberApp]) {
    byProduct = Dictionary(uniqueKeysWithValues: apps.map { ($0.product, $0) })
  }

  subscript(_ product: String) -> MemberApp? { byProduct[product] }

  var all: [MemberApp] { Array(byProduct.values) }
}

extension ServerPolicy {
  /// Who may use a route of the app at a server.
  fileprivate init(_ policy: RoutePolicy) {
    switch (policy.access, policy.proof) {
    case (.anyone, _): self = .anyone
    case (.program, _), (_, .program): self = .program
    case (.owner, _), (.embedding, _): self = .resident
    }
  }
}
