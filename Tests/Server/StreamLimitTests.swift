import Accounts
import Core
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import HTTPServing
@testable import trellis_server

/// How many devices and pages listen at a time.
@Suite struct StreamLimitTests {
  /// Begins to listen, for as long as the response is held.
  private func listen(_ world: ServerWorld, _ token: String, _ path: String) async -> Response {
    let head = HTTPRequest(
      method: .get,
      scheme: "https",
      authority: ServerWorld.host,
      path: path,
      headerFields: [.authorization: "Bearer \(token)"]
    )
    let request = Request(head: head, body: .init(buffer: ByteBuffer()))
    return await world.handler.respond(to: request, from: .tcp(port: 443, peer: "192.0.2.7")) { _ in
      true
    }
  }

  @Test(arguments: ["/api/v1/sync/events", "/api/v1/events"])
  func `nobody takes the places of everybody else`(_ path: String) async throws {
    let world = try await ServerWorld.open { $0.limits.streams = 40 }
    let ada = try await world.signUp("ada@example.org")
    let bob = try await world.signUp("bob@example.org")
    var held: [Response] = []
    for number in 0..<12 {
      held.append(await listen(world, ada, path))
      #expect(held[number].status == (number < 10 ? .ok : .tooManyRequests))
    }
    for _ in 0..<10 {
      held.append(await listen(world, bob, path))
      #expect(held.last?.status == .ok)
    }
    #expect(world.services.streams.count == 20)
  }

  @Test func `the bodies of an account's requests are bounded together`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await world.signUp("ada@example.org")
    let bob = try await world.signUp("bob@example.org")
    let overview = try await world.ask(.get, "/api/v1/account", token: ada)
    let account = try #require(AccountID(overview.document["id"] as? String ?? ""))
    let room = world.handler.room
    try room.take(BodyRoom.most - 5, for: account)
    func name(_ token: String) async throws -> ServerAnswer {
      try await world.friends(.put, "/me", #"{"name":"A"}"#, token)
    }
    let refused = try await name(ada)
    #expect(refused.status == 429)
    #expect(refused.code == "too-many-at-once")
    #expect(try await world.ask(.get, "/api/v1/account", token: ada).status == 200)
    #expect(try await name(bob).status == 200)
    room.leave(BodyRoom.most - 5, of: account)
    #expect(try await name(ada).status == 200)
    // Whatever was taken was returned.
    try room.take(BodyRoom.most, for: account)
  }

  @Test
  func `a small server leaves each account some, and a large one no more than it has sessions`() {
    var configuration = ServerConfiguration(dataFolder: "")
    func most(of streams: Int) -> Int {
      configuration.limits.streams = streams
      return configuration.streamsOfAccount
    }
    #expect([1, 5, 20, 64, 5000].map(most) == [1, 5, 8, 16, 64])
    #expect(configuration.connectionLimits.connections.requestsOfOwner == 96)
  }
}
