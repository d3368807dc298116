import Foundation
import HTTPTypes
import Testing

@testable import HTTPServing
@testable import trellis_server

/// What each route of the server's own table shows to each kind of caller.
@Suite struct RouteAccessTests {
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
    let names = Set(programs.map { "\($0.method) \($0.pattern.text)" })
    #expect(Set(described) == names.subtracting(["GET /api/v1/openapi.json"]))
    let operations = paths.values.flatMap(\.values).compactMap { $0 as? [String: Any] }
    let ids = operations.compactMap { $0["operationId"] as? String }
    #expect(Set(ids).count == operations.count)
    for operation in operations {
      let statuses = try #require(operation["responses"] as? [String: Any])
      #expect(Set(["405", "421", "429", "500", "507"]).isSubset(of: statuses.keys), "\(statuses)")
    }
    for rest in answer.text.components(separatedBy: "#/components/schemas/").dropFirst() {
      let name = String(rest.prefix { $0 != "\"" })
      #expect(answer.text.contains("\"\(name)\":{"), "\(name)")
    }
  }

  @Test(arguments: RouteRole.allCases.indices, ["streaks", "sober", "hobbyist"])
  func `nobody gets more from any route than they may`(
    _ index: Int,
    _ product: String
  ) async throws {
    let role = RouteRole.allCases[index]
    let stage = try await RouteStage.open(product)
    let all = routes(stage.world, product)
    for route in all.filter({ !RouteStage.isLast($0) }) + all.filter(RouteStage.isLast) {
      let audience = try #require(RouteExpectations.audience(of: route))
      try await stage.restore(role)
      let answer = try await stage.ask(route, as: role)
      let place = "\(role): \(route.method) \(route.pattern.text): \(answer.status) \(answer.text)"
      #expect(answer.status < 500, "\(place)")
      look(answer, role, route, place)
      check(answer, audience, role, route, place)
    }
    if !role.isOwner { try await stage.expectWhole("\(role) in \(product)") }
  }

  /// What of Ada's an answer says.
  private func look(
    _ answer: ServerAnswer,
    _ role: RouteRole,
    _ route: ServerRoute,
    _ place: String
  ) {
    if !role.isOwner {
      #expect(!answer.text.contains(RouteStage.marker), "\(place)")
      #expect(!answer.text.contains("ada@example.org") || role == .administrator, "\(place)")
    }
    if !role.isTold {
      #expect(!answer.text.contains(RouteStage.name), "\(place)")
      #expect(!answer.text.contains(RouteStage.words), "\(place)")
    }
    guard role == .friend, route.method == .get else { return }
    switch route.pattern.text {
    case "/api/v1/friends": #expect(answer.text.contains(RouteStage.name), "\(place)")
    case "/api/v1/friends/feed": #expect(answer.text.contains(RouteStage.words), "\(place)")
    default: break
    }
  }

  private func check(
    _ answer: ServerAnswer,
    _ audience: RouteExpectations.Audience,
    _ role: RouteRole,
    _ route: ServerRoute,
    _ place: String
  ) {
    let path = route.pattern.text
    switch (audience, role) {
    case (.anyone, .revoked), (.anyone, .suspended):
      // A token that is good no more is told so everywhere.
      #expect(answer.status == 401, "\(place)")
    case (.anyone, _) where path.hasPrefix("/m/"): #expect(answer.status == 200, "\(place)")
    case (.anyone, _): break
    case (_, .anonymous), (_, .revoked), (_, .suspended): #expect(answer.status == 401, "\(place)")
    case (.resident, .sealed), (.program, .sealed):
      #expect(answer.status == 403, "\(place)")
    case (.program, .browser):
      #expect(answer.status == 401 && answer.code == "token-needed", "\(place)")
    case (.administrator, .administrator) where route.method == .get:
      #expect(answer.status == 200, "\(place)")
    case (.administrator, _): #expect(answer.status == 403, "\(place)")
    case (_, .friend) where RouteStage.isAboutPerson(path):
      // Only who is blocked is unblocked.
      let isUnblocking = route.method == .delete && path.contains("/blocked/")
      #expect(answer.status == (isUnblocking ? 404 : 204), "\(place)")
    // Whoever was told the id may block the person.
    case (_, .formerFriend) where RouteStage.isAboutPerson(path): break
    case (_, .another) where RouteStage.isAboutPerson(path): break
    case (_, .friend) where path.hasSuffix("/reaction"): #expect(answer.status == 200, "\(place)")
    // Of what is no habit of theirs nothing is shared, which is as it was.
    case (_, _) where path.hasSuffix("/sharing/{habit}") && route.method == .delete: break
    case _ where role.isOther && (path.contains("{id}") || path.contains("{habit}")):
      #expect([400, 403, 404, 409, 422].contains(answer.status), "\(place)")
    default:
      // A form without its token is refused for that, and so is a password that is none.
      let isForm = route.method == .post && !path.hasPrefix("/api/")
      #expect(
        isForm ? answer.status == 403 : answer.status != 403 || answer.code != nil,
        "\(place)"
      )
    }
  }
}
