import Accounts
import Core
import Foundation
import Friends
import HTTPTypes
import Testing

@testable import HTTPServing
@testable import trellis_server

/// A server on which Ada keeps and shares something, with a caller for each role.
struct RouteStage {
  /// What only its owner ever sees.
  static let marker = "Zinnia 4711"
  /// What her friends call her.
  static let name = "Adelheid"
  /// What she says to her friends with a milestone.
  static let words = "Lupine 4713"

  let world: ServerWorld
  private let product: String
  /// What she keeps; a substance where there are no habits.
  let habit: String
  private let account: AccountID
  private let session: String
  private let person: PersonID
  private let post: Post
  private let page: PublicPage
  private let invitation: FriendInvitationID
  private var fields: [RouteRole: HTTPFields] = [:]
  private var accounts: [RouteRole: AccountID] = [:]

  /// - Parameter product: what the server serves.
  static func open(_ product: String) async throws -> RouteStage {
    let world = try await ServerWorld.open {
      $0.callsPerMinute = 100_000
      $0.products = [product]
      $0.takesTelemetry = true
    }
    let device = try await world.signUp()
    var stage = try await RouteStage(world, product, device)
    try await stage.addCallers()
    return stage
  }

  private init(_ world: ServerWorld, _ product: String, _ device: String) async throws {
    self.world = world
    self.product = product
    habit = try await RouteStage.keep(world, product, device)
    let sessions = try await world.ask(.get, "/api/v1/sessions", token: device)
    let items = sessions.document["items"] as? [[String: Any]] ?? []
    session = try #require(items.first { $0["current"] as? Bool != true }?["id"] as? String)
    account = try await RouteStage.account(of: device, world)
    let store = world.stores.friends
    person = try await store.setName(RouteStage.name, of: account).id
    let reached = Achievement(
      product: product,
      subject: .habit,
      title: nil,
      level: 7,
      unit: "day",
      day: Day(number: 20_000),
      done: 7,
      later: 0
    )
    let shared = NewPost(achievement: reached, text: RouteStage.words, milestone: "one")
    post = try await store.share(shared, by: account).post
    let shown = NewPublicPage(achievement: reached, name: nil, milestone: "one")
    page = try await store.publish(shown, by: account).page
    invitation = try await store.invite(by: account).invitation.id
  }

  /// Has Ada keep something, and returns its id.
  private static func keep(
    _ world: ServerWorld,
    _ product: String,
    _ token: String
  ) async throws -> String {
    let browser = try await ServerBrowser.signIn(world)
    guard product == "sober" else { return try await browser.addHabit(marker) }
    let wish = #"{"substance":"\#(marker)"}"#
    let begun = try await world.ask(.post, "/api/v1/sobriety/begin-run", wish, token: token)
    let sobriety = begun.document["sobriety"] as? [String: Any]
    let substance = sobriety?["substance"] as? [String: Any]
    return try #require(substance?["id"] as? String, "\(begun.text)")
  }

  private static func account(of token: String, _ world: ServerWorld) async throws -> AccountID {
    let overview = try await world.ask(.get, "/api/v1/account", token: token)
    return try #require((overview.document["id"] as? String).flatMap { AccountID($0) })
  }

  // MARK: Callers

  private mutating func addCallers() async throws {
    fields[.anonymous] = [:]
    for email in ["bob@example.org", "admin@example.org"] { _ = try await world.signUp(email) }
    for role in [RouteRole.friend, .formerFriend] { try await befriend(role) }
    let former = try await world.stores.friends.person(of: try #require(accounts[.formerFriend]))
    try await world.stores.friends.remove(try #require(former?.id), by: account)
    _ = try await world.signUpSealed()
    fields[.revoked] = try await bearer("revoked@example.org")
    _ = try await world.ask(.delete, "/api/v1/session", fields: fields[.revoked] ?? [:])
    fields[.suspended] = try await bearer("suspended@example.org")
    try await world.services.suspend("suspended@example.org", reason: "A test.", by: .operator)
    _ = try await world.stores.accounts.makeAdministrator("admin@example.org")
    for role in RouteRole.allCases where fields[role] == nil {
      fields[role] = try await credentials(of: role)
    }
  }

  private mutating func befriend(_ role: RouteRole) async throws {
    let token = try await world.signUp("\(role)@example.org")
    let other = try await RouteStage.account(of: token, world)
    accounts[role] = other
    fields[role] = [.authorization: "Bearer \(token)"]
    try await world.stores.friends.setName("\(role)", of: other)
    try await meet(other)
  }

  private func meet(_ other: AccountID) async throws {
    let store = world.stores.friends
    _ = try await store.accept(try await store.invite(by: account).code, by: other)
  }

  /// Undoes what one of the routes has just done to how somebody stands to Ada.
  func restore(_ role: RouteRole) async throws {
    guard let other = accounts[role] else { return }
    let store = world.stores.friends
    for blocked in try await store.blocked(by: other) {
      try await store.unblock(blocked.person.id, by: other)
    }
    guard role == .friend else { return }
    if try await store.friends(of: other).isEmpty { try await meet(other) }
    try await store.setHidden(false, person, by: other)
  }

  private func bearer(_ email: String) async throws -> HTTPFields {
    [.authorization: "Bearer \(try await world.signUp(email))"]
  }

  /// New credentials of a caller.
  private func credentials(of role: RouteRole) async throws -> HTTPFields {
    switch role {
    case .person: [.authorization: "Bearer \(try await world.signInDevice())"]
    case .browser: [.cookie: try await ServerBrowser.signIn(world).cookie]
    case .another: [.authorization: "Bearer \(try await world.signInDevice("bob@example.org"))"]
    case .administrator:
      [.authorization: "Bearer \(try await world.signInDevice("admin@example.org"))"]
    case .friend, .formerFriend:
      [.authorization: "Bearer \(try await world.signInDevice("\(role)@example.org"))"]
    case .sealed: [.authorization: "Bearer \(try await world.signInSealed())"]
    case .anonymous, .revoked, .suspended: fields[role] ?? [:]
    }
  }

  // MARK: Requests

  /// What of Ada's a route is about.
  private func id(for path: String) -> String {
    let base = "/api/v1/friends"
    let all = [
      ("/operator/", "\(account)"), ("/api/v1/sessions/", session),
      ("\(base)/posts/", "\(post.id)"), ("\(base)/pages/", "\(page.id)"),
      ("\(base)/invitations/", "\(invitation)"), ("/feed/posts/", "\(post.id)"),
      ("/feed/pages/", "\(page.id)"),
    ]
    if let known = all.first(where: { path.hasPrefix($0.0) }) { return known.1 }
    return RouteStage.isAboutPerson(path) ? "\(person)" : habit
  }

  /// Whether a route is given the id of a person.
  static func isAboutPerson(_ path: String) -> Bool {
    ["people", "hidden", "blocked"].contains { path == "/api/v1/friends/\($0)/{id}" }
  }

  private var action: String {
    product == "sober" ? "sobriety.begin" : "tracking.create-habit"
  }

  /// The route's path with what belongs to Ada in place of its parameters.
  private func path(of route: ServerRoute) -> String {
    let text = route.pattern.text
    return text.replacingOccurrences(of: "{id}", with: id(for: text))
      .replacingOccurrences(of: "{habit}", with: habit)
      .replacingOccurrences(of: "{friend}", with: "\(person)")
      .replacingOccurrences(of: "{code}", with: "\(page.code)")
      .replacingOccurrences(of: "{action}", with: action)
      .replacingOccurrences(of: "{day}", with: "2026-01-01")
      .replacing(#/\{[a-z]+\}/#, with: "x")
  }

  /// A body that the route takes, about what belongs to Ada, where it would else look no further.
  private func document(for path: String) -> String {
    switch path.replacing("/api/v1/friends", with: "") {
    case "/posts/{id}/reaction": #"{"reaction":"fire"}"#
    case "/posts", "/pages": #"{"habit":"\#(habit)"}"#
    case "/sharing/{habit}": #"{"sharing":"streak","showsTitle":true}"#
    default: "{}"
    }
  }

  func ask(_ route: ServerRoute, as role: RouteRole) async throws -> ServerAnswer {
    let text = route.pattern.text
    // A stream does not end; its head says whether it may be had.
    let method = text.hasSuffix("/events") ? .head : route.method
    let isForm = !text.hasPrefix("/api/")
    let type = isForm ? "application/x-www-form-urlencoded" : "application/json"
    let body = method == .get || method == .head ? "" : isForm ? "a=b" : document(for: text)
    // It ends this session, or all others.
    let isEnding = RouteStage.isLast(route) || text.hasSuffix("/sign-out")
    let own = isEnding ? try await credentials(of: role) : fields[role] ?? [:]
    return try await world.ask(
      method,
      path(of: route),
      body: Array(body.utf8),
      fields: own + [.contentType: type]
    )
  }

  /// Whether a route may end sessions, or take away what others are about.
  static func isLast(_ route: ServerRoute) -> Bool {
    let isAboutPerson = RouteStage.isAboutPerson(route.pattern.text)
    return route.method == .delete && !isAboutPerson && !route.pattern.text.hasSuffix("/reaction")
  }

  /// Expects that Ada has all that she had, whatever others have tried.
  func expectWhole(_ comment: Comment) async throws {
    let device = try await world.signInDevice()
    func told(_ path: String) async throws -> String {
      try await world.ask(.get, "/api/v1/\(path)", token: device).text
    }
    let (feed, sessions) = (try await told("friends/feed"), try await told("sessions"))
    #expect(feed.contains(RouteStage.words), comment)
    #expect(sessions.contains(session), comment)
    #expect(try await told("friends/pages").contains("\(page.id)"), comment)
    let invitations = try await world.stores.friends.invitations(of: account)
    #expect(invitations.first { $0.id == invitation }?.state == .open, comment)
    #expect(!(try await told("friends/sharing")).contains(habit), comment)
    let export = try await world.ask(.get, "/data/export.json", token: device)
    #expect(export.text.contains(RouteStage.marker), comment)
  }
}
