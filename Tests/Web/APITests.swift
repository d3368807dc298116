import API
import Core
import HTTPTypes
import LeakCheck
import Presentation
import Products
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.leavesNothingBehind) struct APITests {
  private let create = "{\"details\":{\"title\":\"Read\"}}"

  /// A request that the module accepts, from its own example.
  private func details(_ title: String) throws -> String {
    let registry = SchemaRegistry()
    let operation = try APIOperation(request("tracking.create-habit"), in: registry)
    guard case .object(var members) = try operation.description(in: registry).example,
      case .object(var details) = members["details"]
    else { return "" }
    details["title"] = .text(title)
    members["details"] = .object(details)
    return String(decoding: try JSON.encode(JSONValue.object(members)), as: UTF8.self)
  }

  private func request(_ name: String) throws -> any Request.Type {
    try #require(
      Product.hobbyist.modules.flatMap { $0.manifest.answers }.first { $0.name == name }
    )
  }

  @Test func `an order is carried out and a question sees it`() async throws {
    let world = try await World.open()
    let made = try await world.order("tracking/create-habit", try details("Read"))
    #expect(made.status == 200, "\(made.body)")
    #expect(made[.contentType] == "application/json")
    let all = try await world.ask(.get, "/api/v1/tracking/all-habits?includesArchived=true")
    #expect(all.body.contains("\"title\":\"Read\""))
    let found = try await world.ask(.get, "/api/v1/tracking/find-habit?text=Read")
    #expect(found.member("id") == made.member("id"))
  }

  @Test func `only what a habit cannot be without is required`() async throws {
    let world = try await World.open()
    let made = try await world.order("tracking/create-habit", create)
    #expect(made.status == 200, "\(made.body)")
    #expect(made.body.contains("\"schedule\":\"daily\""))
    let description = try await world.ask(.get, "/api/v1/openapi.json")
    guard case .object(let components) = description.member("components"),
      case .object(let schemas) = components["schemas"],
      case .object(let details) = schemas["Tracking.NewHabitDetails"],
      case .object(let given) = details["properties"],
      case .object(let known) = schemas["Tracking.HabitDetails"],
      case .object(let all) = known["properties"]
    else {
      Issue.record("The details of a new habit are not described.")
      return
    }
    #expect(details["required"] == ["title"])
    // A detail that is not read would be lost without a word.
    #expect(Set(given.keys) == Set(all.keys))
  }

  @Test func `the description is made once, also if several ask for it at the same time`()
    async throws
  {
    let settings = WebApp.Settings(
      place: .ownMachine,
      version: "1.0",
      limits: HTTPLimits(),
      streams: StreamLimiter(most: 1),
      clock: FixedClock(TestHost.now),
      responsesPath: nil
    )
    let description = APIDescription(.hobbyist, documents: [], settings: settings)
    let all = try await withThrowingTaskGroup(of: [UInt8].self) { group -> [[UInt8]] in
      for _ in 0..<6 { group.addTask { try await description.bytes() } }
      var all: [[UInt8]] = []
      for try await bytes in group { all.append(bytes) }
      return all
    }
    // All of them share the memory of one.
    let places = all.map { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    #expect(all.count == 6 && Set(places).count == 1)
  }

  @Test func `a refusal is a problem in words, with its code`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/api/v1/tracking/find-habit?text=Juggle")
    #expect(answer.status == 409)
    #expect(answer[.contentType] == "application/problem+json")
    #expect(answer.member("status") == .integer(409))
    guard case .text(let detail) = answer.member("detail") else {
      Issue.record("There are no words.")
      return
    }
    #expect(detail.contains("Juggle"))
    #expect(answer.member("code") == .text("habit-unknown"))
  }

  @Test(
    arguments: [
      ("", 400), ("{", 400), ("[]", 422), ("null", 422), ("{}", 422), ("{\"details\":1}", 422),
      ("{\"details\":{}}", 422), ("\u{1}", 400),
      (String(repeating: "[", count: 2000), 400),
    ]
  )
  func `fields of the wrong kind are told`(body: String, status: Int) async throws {
    let world = try await World.open()
    let answer = try await world.order("tracking/create-habit", body)
    #expect(answer.status == status, "\(answer.body)")
    #expect(answer.body.contains("Nothing was changed"))
  }

  @Test func `numbers that JSON cannot carry safely are refused`() async throws {
    let world = try await World.open()
    let text = try details("Read").split(separator: "\"amount\":1500")
    try #require(text.count == 2)
    let body = text.joined(separator: "\"amount\":9007199254740993")
    #expect(try await world.order("tracking/create-habit", body).status == 422)
  }

  @Test func `a value that is none of its kind is refused with its name`() async throws {
    let world = try await World.open()
    let text = try details("Read").split(separator: "\"3/week\"")
    try #require(text.count == 2)
    let body = text.joined(separator: "\"9/week\"")
    let answer = try await world.order("tracking/create-habit", body)
    #expect(answer.status == 409)
    #expect(answer.member("code") == .text("unfit-value"))
    #expect(answer.body.contains("details.schedule"))
  }

  @Test func `an order is JSON and within bounds`() async throws {
    let world = try await World.open { $0.limits.body = 1000 }
    let form = try await world.order("tracking/create-habit", create, [.contentType: "text/plain"])
    #expect(form.status == 415)
    #expect(form.body.contains("Content-Type: application/json"))
    let packed = try await world.order("tracking/create-habit", create, [.contentEncoding: "gzip"])
    #expect(packed.status == 415)
    let long = String(repeating: " ", count: 2000)
    #expect(try await world.order("tracking/create-habit", long).status == 413)
    #expect(try await world.order("tracking/create-habit?x=1", create).status == 422)
  }

  @Test(
    arguments: [
      "tracking/all-habits?unknown=1", "tracking/all-habits",
      "tracking/all-habits?includesArchived=yes",
      "tracking/all-habits?includesArchived=true&includesArchived=true",
      "tracking/check-on?habit=x", "tracking/check-on",
      "tracking/done-counts?from=2026-13-01&to=2026-01-01",
    ]
  )
  func `fields behind the question mark are checked`(path: String) async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/api/v1/\(path)")
    #expect(answer.status == 422)
    #expect(answer.member("code") == .text("bad-fields"))
  }

  @Test func `questions are asked with GET and orders given with POST`() async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, "/api/v1/tracking/create-habit")[.allow] == "POST")
    #expect(try await world.order("tracking/all-habits", "{}")[.allow] == "GET, HEAD")
    #expect(try await world.ask(.get, "/api/v1/tracking/nothing").status == 404)
    #expect(try await world.ask(.get, "/api")[.contentType] == "application/problem+json")
  }

  @Test func `documents of modules are checked and answered`() async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, "/api/v1/garden?rows=4").body == "{\"rows\":4}")
    for query in ["rows=6", "rows=x", "day=x", "size=huge", "other=1", "rows=1&rows=2"] {
      #expect(try await world.ask(.get, "/api/v1/garden?\(query)").status == 422, "\(query)")
    }
  }

  @Test func `the description says what a document holds`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/api/v1/openapi.json")
    guard case .object(let paths) = answer.member("paths"),
      case .object(let garden) = paths["/api/v1/garden"], case .object(let get) = garden["get"],
      case .object(let statuses) = get["responses"], case .object(let found) = statuses["200"],
      case .object(let content) = found["content"],
      case .object(let document) = content["application/json"],
      case .object(let schema) = document["schema"],
      case .object(let rows) = schema["additionalProperties"]
    else {
      Issue.record("The document is not described.")
      return
    }
    #expect(rows["type"] == "integer")
  }

  @Test func `the stream of changes is described as one`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/api/v1/openapi.json")
    guard case .object(let paths) = answer.member("paths"),
      case .object(let events) = paths["/api/v1/events"], case .object(let get) = events["get"],
      case .object(let statuses) = get["responses"], case .object(let found) = statuses["200"],
      case .object(let content) = found["content"]
    else {
      Issue.record("The stream is not described.")
      return
    }
    #expect(Array(content.keys) == ["text/event-stream"])
  }

  @Test(arguments: ProductCatalog.products.map(\.name))
  func `the description holds every operation and all that it refers to`(name: String) async throws
  {
    let product = try #require(ProductCatalog.products.first { $0.name == name })
    let world = try await World.open(product)
    let answer = try await world.ask(.get, "/api/v1/openapi.json")
    #expect(answer.status == 200)
    guard case .object(let paths) = answer.member("paths"),
      case .object(let components) = answer.member("components"),
      case .object(let schemas) = components["schemas"]
    else {
      Issue.record("The description is incomplete.")
      return
    }
    let requests = product.modules.flatMap { $0.manifest.answers }
    // The document of the test's presentation, and the stream.
    #expect(paths.count == requests.count + 2)
    for rest in answer.body.split(separator: "#/components/schemas/").dropFirst() {
      let name = String(rest.prefix { $0 != "\"" })
      #expect(schemas[name] != nil, "\(name)")
    }
  }

  @Test func `the description has the statuses that any request may get`() async throws {
    let world = try await World.open()
    let answer = try await world.ask(.get, "/api/v1/openapi.json")
    guard case .object(let paths) = answer.member("paths"),
      case .object(let components) = answer.member("components"),
      case .object(let responses) = components["responses"]
    else {
      Issue.record("The description is incomplete.")
      return
    }
    for (path, methods) in paths {
      guard case .object(let operations) = methods,
        case .object(let operation) = operations.values.first,
        case .object(let statuses) = operation["responses"]
      else {
        Issue.record("\(path) has no responses.")
        continue
      }
      let expected: Set = ["200", "400", "401", "403", "404", "405", "500", "503"]
      #expect(expected.isSubset(of: statuses.keys), "\(path)")
      for status in statuses.keys where status != "200" {
        #expect(responses[status] != nil, "\(path) \(status)")
      }
    }
  }

  @Test func `the app's own clock tells how long an order with a key is known`() async throws {
    let clock = MovableClock()
    let world = try await World.open { $0.clock = clock }
    let key: HTTPFields = [.idempotencyKey: "a-1"]
    for hours in [0, 24 * 7, 24 * 2] as [Int64] {
      clock.move(hours: hours)
      let answer = try await world.order("tracking/create-habit", try details("Read"), key)
      #expect(answer.status == 200)
    }
    let all = try await world.ask(.get, "/api/v1/tracking/all-habits?includesArchived=true")
    #expect(all.body.split(separator: "\"title\":\"Read\"").count == 3)
  }

  @Test func `an order with a key is carried out once`() async throws {
    let world = try await World.open()
    let key: HTTPFields = [.idempotencyKey: "a-1"]
    let first = try await world.order("tracking/create-habit", try details("Read"), key)
    let second = try await world.order("tracking/create-habit", try details("Read"), key)
    #expect(first.status == 200)
    #expect(second.body == first.body)
    let all = try await world.ask(.get, "/api/v1/tracking/all-habits?includesArchived=true")
    #expect(all.body.split(separator: "\"title\":\"Read\"").count == 2)
    let other = try await world.order("tracking/create-habit", try details("Run"), key)
    #expect(other.status == 422)
    #expect(other.member("code") == .text("key-reused"))
    let bad = try await world.order(
      "tracking/create-habit",
      try details("Run"),
      [.idempotencyKey: "ä"]
    )
    #expect(bad.status == 400)
  }
}
