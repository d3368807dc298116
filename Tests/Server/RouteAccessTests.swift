import Accounts
import Core
import Foundation
import Friends
import HTTPTypes
import Testing

@testable import HTTPServing
@testable import trellis_server

/// What each route of the server's own table shows to each kind of caller.
@Suite struct RouteAccessTests {
  /// What only its owner ever sees.
  private static let marker = "Zinnia 4711"
  /// What her friends call her.
  private static let name = "Adelheid"

  private enum Role: CaseIterable {
    case anonymous, another, person, browser, revoked, suspended, sealed, administrator, friend
    case formerFriend

    /// Whether they are another member, of whom Ada may be a friend.
    var isOther: Bool { [.another, .friend, .formerFriend].contains(self) }

    /// Whether they may know what Ada is called.
    var knowsName: Bool { [.person, .browser, .friend].contains(self) }
  }

  /// A server on which Ada keeps something, with a caller for each role.
  private struct Stage {
    let world: ServerWorld
    let habit: String
    let account: String
    let session: String
    /// Ada, as her friends address her.
    let person: String
    var fields: [Role: HTTPFields] = [:]
    private var accounts: [Role: AccountID] = [:]

    static func open() async throws -> Stage {
      let world = try await ServerWorld.open { $0.callsPerMinute = 100_000 }
      let ada = try await ServerBrowser.signUp(world)
      let habit = try await ada.addHabit(RouteAccessTests.marker)
      let device = try await world.signInDevice()
      let sessions = try await world.ask(.get, "/api/v1/sessions", token: device)
      let items = sessions.document["items"] as? [[String: Any]] ?? []
      let overview = try await world.ask(.get, "/api/v1/account", token: device)
      let owner = try #require((overview.document["id"] as? String).flatMap { AccountID($0) })
      var stage = Stage(
        world: world,
        habit: habit,
        account: "\(owner)",
        session: try #require(items.first { $0["current"] as? Bool != true }?["id"] as? String),
        person: "\(try await world.stores.friends.setName(RouteAccessTests.name, of: owner).id)"
      )
      try await stage.addCallers()
      return stage
    }

    private mutating func addCallers() async throws {
      fields[.anonymous] = [:]
      for email in ["bob@example.org", "admin@example.org"] { _ = try await world.signUp(email) }
      for role in [Role.friend, .formerFriend] { try await befriend(role) }
      let former = try await world.stores.friends.person(of: try account(of: .formerFriend))
      try await world.stores.friends.remove(
        try #require(former?.id),
        by: try #require(AccountID(account))
      )
      _ = try await world.signUpSealed()
      fields[.revoked] = try await bearer("revoked@example.org")
      _ = try await world.ask(.delete, "/api/v1/session", fields: fields[.revoked] ?? [:])
      fields[.suspended] = try await bearer("suspended@example.org")
      try await world.services.suspend("suspended@example.org", reason: "A test.", by: .operator)
      _ = try await world.stores.accounts.makeAdministrator("admin@example.org")
      for role in Role.allCases where fields[role] == nil {
        fields[role] = try await credentials(of: role)
      }
    }

    private mutating func befriend(_ role: Role) async throws {
      let token = try await world.signUp("\(role)@example.org")
      let overview = try await world.ask(.get, "/api/v1/account", token: token)
      let other = try #require((overview.document["id"] as? String).flatMap { AccountID($0) })
      accounts[role] = other
      fields[role] = [.authorization: "Bearer \(token)"]
      try await world.stores.friends.setName("\(role)", of: other)
      try await meet(other)
    }

    private func meet(_ other: AccountID) async throws {
      let store = world.stores.friends
      let code = try await store.invite(by: try #require(AccountID(account))).code
      _ = try await store.accept(code, by: other)
    }

    private func account(of role: Role) throws -> AccountID {
      try #require(accounts[role])
    }

    /// Undoes what one of the routes has just done to how somebody stands to Ada.
    func restore(_ role: Role) async throws {
      guard let other = accounts[role] else { return }
      let store = world.stores.friends
      for blocked in try await store.blocked(by: other) {
        try await store.unblock(blocked.person.id, by: other)
      }
      if role == .friend, try await store.friends(of: other).isEmpty { try await meet(other) }
    }

    private func bearer(_ email: String) async throws -> HTTPFields {
      [.authorization: "Bearer \(try await world.signUp(email))"]
    }

    /// New credentials of a caller.
    func credentials(of role: Role) async throws -> HTTPFields {
      switch role {
      case .person: [.authorization: "Bearer \(try await world.signInDevice())"]
      case .browser: [.cookie: try await ServerBrowser.signIn(world).cookie]
      case .another:
        [.authorization: "Bearer \(try await world.signInDevice("bob@example.org"))"]
      case .administrator:
        [.authorization: "Bearer \(try await world.signInDevice("admin@example.org"))"]
      case .friend, .formerFriend:
        [.authorization: "Bearer \(try await world.signInDevice("\(role)@example.org"))"]
      case .sealed: [.authorization: "Bearer \(try await world.signInSealed())"]
      case .anonymous, .revoked, .suspended: fields[role] ?? [:]
      }
    }

    /// The route's path with what belongs to Ada in place of its parameters.
    func path(of route: ServerRoute) -> String {
      let text = route.pattern.text
      let id =
        text.hasPrefix("/operator")
        ? account
        : text.hasPrefix("/api/v1/sessions")
          ? session : RouteAccessTests.isAboutFriend(route) ? person : habit
      return text.replacingOccurrences(of: "{id}", with: id)
        .replacingOccurrences(of: "{habit}", with: habit)
        .replacingOccurrences(of: "{action}", with: "tracking.create-habit")
        .replacingOccurrences(of: "{day}", with: "2026-01-01")
        .replacing(#/\{[a-z]+\}/#, with: "x")
    }

    func ask(_ route: ServerRoute, as role: Role) async throws -> ServerAnswer {
      // A stream does not end; its head says whether it may be had.
      let method = route.pattern.text.hasSuffix("/events") ? .head : route.method
      let isForm = !route.pattern.text.hasPrefix("/api/")
      let type = isForm ? "application/x-www-form-urlencoded" : "application/json"
      let body = method == .get || method == .head ? [] : Array((isForm ? "a=b" : "{}").utf8)
      // It ends this session, or all others.
      let isEnding =
        RouteAccessTests.isLast(route) || route.pattern.text.hasSuffix("/sign-out")
      let own = isEnding ? try await credentials(of: role) : fields[role] ?? [:]
      return try await world.ask(
        method,
        path(of: route),
        body: body,
        fields: own + [.contentType: type]
      )
    }
  }

  private func routes(_ world: ServerWorld, _ product: String = "streaks") -> [ServerRoute] {
    world.handler.tables[product]?.all ?? []
  }

  @Test(arguments: ["streaks", "sober", "hobbyist"])
  func `every route is one that somebody has decided about`(_ product: String) async throws {
    let world = try await ServerWorld.open { $0.products = [product] }
    let all = routes(world, product)
    #expect(all.count > 60)
    for route in all {
      let name = "\(route.method) \(route.pattern.text)"
      let expected = try #require(RouteExpectations.audience(of: route), "\(name) is not declared")
      #expect("\(expected)" == "\(route.policy)", "\(name)")
    }
    let names = all.map { "\($0.method) \($0.pattern.text)" }
    #expect(Set(names).count == names.count, "no route hides another")
  }

  @Test(arguments: ["streaks", "sober", "hobbyist"])
  func `the description has every route for programs, and nothing else`(
    _ product: String
  )
    async throws
  {
    let world = try await ServerWorld.open {
      $0.products = [product]
      $0.takesTelemetry = true
    }
    let token = try await world.signUp()
    let answer = try await world.ask(.get, "/api/v1/openapi.json", token: token)
    let paths = try #require(answer.document["paths"] as? [String: [String: Any]])
    let described = paths.flatMap { path, methods in
      methods.keys.map { "\($0.uppercased()) \(path)" }
    }
    let programs = routes(world, product).filter { route in
      ["/api/", "/health/", "/v1/"].contains { route.pattern.text.hasPrefix($0) }
    }
    // The introduction tells of the one, and the other one is the description.
    let left: Set = ["GET /api/v1/events", "GET /api/v1/openapi.json"]
    let names = Set(programs.map { "\($0.method) \($0.pattern.text)" })
    #expect(Set(described) == names.subtracting(left))
    let operations = paths.values.flatMap(\.values).compactMap { $0 as? [String: Any] }
    let ids = operations.compactMap { $0["operationId"] as? String }
    #expect(Set(ids).count == operations.count)
    for rest in answer.text.components(separatedBy: "#/components/schemas/").dropFirst() {
      let name = String(rest.prefix { $0 != "\"" })
      #expect(answer.text.contains("\"\(name)\":{"), "\(name)")
    }
  }

  @Test(arguments: Role.allCases.indices)
  func `nobody gets more from any route than they may`(_ index: Int) async throws {
    let role = Role.allCases[index]
    let stage = try await Stage.open()
    // What ends all other sessions comes last.
    let all = routes(stage.world)
    for route in all.filter({ !RouteAccessTests.isLast($0) }) + all.filter(RouteAccessTests.isLast)
    {
      let audience = try #require(RouteExpectations.audience(of: route))
      try await stage.restore(role)
      let answer = try await stage.ask(route, as: role)
      let place = "\(role): \(route.method) \(route.pattern.text): \(answer.status) \(answer.text)"
      #expect(answer.status < 500, "\(place)")
      if role != .person, role != .browser {
        #expect(!answer.text.contains(RouteAccessTests.marker), "\(place)")
        #expect(!answer.text.contains("ada@example.org") || role == .administrator, "\(place)")
      }
      if !role.knowsName {
        #expect(!answer.text.contains(RouteAccessTests.name), "\(place)")
      }
      if role == .friend, route.method == .get, route.pattern.text == "/api/v1/friends" {
        #expect(answer.text.contains(RouteAccessTests.name), "\(place)")
      }
      check(answer, audience, role, route, place)
    }
  }

  /// Whether a route may end sessions.
  private static func isLast(_ route: ServerRoute) -> Bool {
    route.method == .delete && !route.pattern.text.contains("/friends/")
  }

  /// Whether a route is given the id of a person.
  private static func isAboutFriend(_ route: ServerRoute) -> Bool {
    ["people", "hidden", "blocked"].contains {
      route.pattern.text == "/api/v1/friends/\($0)/{id}"
    }
  }

  private func check(
    _ answer: ServerAnswer,
    _ audience: RouteExpectations.Audience,
    _ role: Role,
    _ route: ServerRoute,
    _ place: String
  ) {
    switch (audience, role) {
    case (.anyone, .revoked), (.anyone, .suspended):
      // A token that is good no more is told so everywhere.
      #expect(answer.status == 401, "\(place)")
    case (.anyone, _): break
    case (_, .anonymous), (_, .revoked), (_, .suspended): #expect(answer.status == 401, "\(place)")
    case (.resident, .sealed), (.program, .sealed):
      #expect(answer.status == 403, "\(place)")
    case (.program, .browser):
      #expect(answer.status == 401 && answer.code == "token-needed", "\(place)")
    case (.administrator, .administrator) where route.method == .get:
      #expect(answer.status == 200, "\(place)")
    case (.administrator, _): #expect(answer.status == 403, "\(place)")
    case (_, .friend) where RouteAccessTests.isAboutFriend(route):
      // Only who is blocked is unblocked.
      let isUnblocking = route.method == .delete && route.pattern.text.contains("/blocked/")
      #expect(answer.status == (isUnblocking ? 404 : 204), "\(place)")
    // Whoever was told the id may block the person.
    case (_, .formerFriend) where RouteAccessTests.isAboutFriend(route): break
    case (_, .another) where RouteAccessTests.isAboutFriend(route): break
    case _ where role.isOther && route.pattern.text.contains("{id}"):
      #expect([400, 403, 404, 409, 422].contains(answer.status), "\(place)")
    default:
      // A form without its token is refused for that, and so is a password that is none.
      let isForm = route.method == .post && !route.pattern.text.hasPrefix("/api/")
      #expect(
        isForm ? answer.status == 403 : answer.status != 403 || answer.code != nil,
        "\(place)"
      )
    }
  }
}
