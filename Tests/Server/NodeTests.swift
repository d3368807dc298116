import Accounts
import Core
import Foundation
import HTTPTypes
import PostgreSQLJournal
import PostgreSQLTesting
import Replication
import TelemetryContract
import Testing
import TrackingContract

@testable import HTTPServing
@testable import trellis_server

/// Several nodes that serve the same people from one PostgreSQL database.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct NodeTests {
  private func withNodes(
    _ body: (_ first: ServerWorld, _ second: ServerWorld) async throws -> Void
  ) async throws {
    let settings = PostgreSQLSettings(
      connection: try PostgreSQLCluster.shared.get().newSchema()
    )
    let first = try await ServerWorld.open { $0.database = settings }
    let second = try await ServerWorld.open { $0.database = settings }
    try await body(first, second)
    await first.stores.close()
    await second.stores.close()
  }

  /// Asks until a page contains some text; false after twenty seconds, since a message that is lost
  /// is made up for after thirty.
  private func shows(
    _ browser: ServerBrowser,
    _ path: String,
    _ text: String
  ) async throws -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(20)
    repeat {
      if try await browser.get(path).text.contains(text) { return true }
      try await Task.sleep(for: .milliseconds(20))
    } while clock.now < end
    return false
  }

  @Test func `who signed up at one node is signed in at another`() async throws {
    try await withNodes { first, second in
      let ada = try await ServerBrowser.signUp(first)
      try await ada.addHabit("Water the garden")
      let elsewhere = ServerBrowser(world: second, cookie: ada.cookie)
      #expect(try await elsewhere.get("/today").text.contains("Water the garden"))
      let again = try await ServerBrowser.signIn(second)
      #expect(try await again.get("/data/export.json").text.contains("Water the garden"))
    }
  }

  @Test func `a change at one node is on a page of another that has the space open`() async throws {
    try await withNodes { first, second in
      let ada = try await ServerBrowser.signUp(first)
      try await ada.addHabit("Walk")
      let elsewhere = ServerBrowser(world: second, cookie: ada.cookie)
      #expect(try await elsewhere.get("/today").text.contains("Walk"))
      try await ada.addHabit("Read")
      #expect(try await shows(elsewhere, "/today", "Read"))
      try await elsewhere.addHabit("Swim")
      #expect(try await shows(ada, "/today", "Swim"))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `devices that listen at one node hear of a change at another`() async throws {
    try await withNodes { first, second in
      let ada = try await ServerBrowser.signUp(first)
      try await ada.addHabit("Walk")
      let account = try #require(try await first.stores.accounts.accounts(by: .operator).first)
      let accounts = second.stores.accounts
      let space = try await accounts.space(of: account.id, product: "streaks").id
      let served = try #require(second.stores.products.all.first)
      var heads = served.replicator.heads(in: space).makeAsyncIterator()
      // The node compares the heads of spaces that it has read.
      _ = try await ServerBrowser(world: second, cookie: ada.cookie).get("/today")
      try await ada.addHabit("Read")
      #expect(await heads.next() != nil)
    }
  }

  @Test func `what one person does at two nodes at once is all kept, once`() async throws {
    try await withNodes { first, second in
      let ada = try await ServerBrowser.signUp(first)
      let elsewhere = ServerBrowser(world: second, cookie: ada.cookie)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...10 {
          group.addTask { _ = try await ada.addHabit("First \(number).") }
          group.addTask { _ = try await elsewhere.addHabit("Second \(number).") }
        }
        try await group.waitForAll()
      }
      for browser in [ada, elsewhere] {
        for number in 1...10 {
          for title in ["First \(number).", "Second \(number)."] {
            #expect(try await shows(browser, "/data/export.json", "\"\(title)\""), "\(title)")
          }
        }
        let export = try await browser.get("/data/export.json").text
        #expect(export.components(separatedBy: "tracking.habit-created").count == 21)
      }
    }
  }

  @Test func `a check that is sent again to another node is answered alike, and recorded once`()
    async throws
  {
    try await withNodes { first, second in
      let token = try await first.signUp()
      let ada = try await ServerBrowser.signIn(first)
      let habit = try await ada.addHabit("Walk")
      func check(_ world: ServerWorld, _ mark: String, _ key: String) async throws -> ServerAnswer {
        try await world.ask(
          .post,
          "/api/v1/tracking/set-check",
          #"{"habit":"\#(habit)","mark":"\#(mark)"}"#,
          token: token,
          fields: [.idempotencyKey: key]
        )
      }
      let answer = try await check(first, "done", "one")
      #expect(answer.status == 200, "\(answer.text)")
      // In between, so that a second check would change something.
      #expect(try await check(second, "missed", "two").status == 200)
      let again = try await check(second, "done", "one")
      #expect(again.status == 200)
      #expect(again.text == answer.text)
      let export = try await ada.get("/data/export.json").text
      #expect(export.components(separatedBy: "tracking.check-set").count == 3, "\(export)")
      // A key stands for one order at all nodes.
      #expect(try await check(second, "missed", "one").code == "key-reused")
    }
  }

  @Test func `a form that is sent to two nodes at once is carried out once`() async throws {
    try await withNodes { first, second in
      let ada = try await ServerBrowser.signUp(first)
      let nodes = [ada, ServerBrowser(world: second, cookie: ada.cookie)]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            _ = try await nodes[number % 2].act(
              "tracking.create-habit",
              [("title", "Walk")],
              fields: [.idempotencyKey: "form"]
            )
          }
        }
        try await group.waitForAll()
      }
      let export = try await ada.get("/data/export.json").text
      #expect(export.components(separatedBy: "tracking.habit-created").count == 2, "\(export)")
    }
  }

  @Test func `an address signs up once, at whichever node`() async throws {
    try await withNodes { first, second in
      // With the password of the account, the request would sign in to it.
      let passwords = ["correct horse battery", "staple of oats", "wrong donkey", "nine rivers"]
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for (world, password) in zip([first, second, first, second], passwords) {
          let body =
            #"{"email":"ada@example.org","password":"\#(password)","device":{"name":"Laptop"}}"#
          group.addTask { try await world.ask(.post, "/api/v1/accounts", body).status }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 201 } == 1, "\(statuses)")
      #expect(try await first.stores.accounts.accounts(by: .operator).count == 1)
    }
  }

  @Test func `a session that ends at one node has ended at all`() async throws {
    try await withNodes { first, second in
      let token = try await first.signUp()
      let path = "/api/v1/account"
      #expect(try await second.ask(.get, path, token: token).status == 200)
      let caller = try await first.stores.accounts.authenticate(token)
      try await first.stores.accounts.endSessions(of: caller.account.id)
      #expect(try await second.ask(.get, path, token: token).status == 401)
    }
  }

  private func counts() throws -> String {
    var counts = UseCounts()
    counts.add([try #require(FeatureName(of: SetCheck.self))], at: SystemClock().now())
    return try OTLPDocument(counts, product: "streaks", version: "0.1.0").body()
  }

  @Test func `counts that products send to several nodes are one sum`() async throws {
    let settings = PostgreSQLSettings(connection: try PostgreSQLCluster.shared.get().newSchema())
    var worlds: [ServerWorld] = []
    for _ in 0..<2 {
      worlds.append(
        try await ServerWorld.open {
          $0.database = settings
          $0.takesTelemetry = true
        }
      )
    }
    let (nodes, body) = (worlds, try counts())
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<10 {
        group.addTask { try await nodes[number % 2].ask(.post, "/v1/metrics", body).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    for node in nodes {
      #expect(try await #require(node.stores.telemetry).all().map(\.count) == [10])
      await node.stores.close()
    }
  }

  @Test func `counts that come while the database is away are taken later`() async throws {
    let cluster = try PostgreSQLCluster()
    var settings = PostgreSQLSettings(connection: try cluster.newSchema())
    settings.patience = 100
    let own = settings
    let world = try await ServerWorld.open {
      $0.database = own
      $0.takesTelemetry = true
    }
    let body = try counts()
    try cluster.crash()
    let refused = try await world.ask(.post, "/v1/metrics", body)
    #expect(refused.status == 503)
    #expect(refused.headers[.retryAfter] == "3")
    #expect(refused.code == "store-unavailable")
    try cluster.start()
    // A call between two attempts to connect fails at once.
    var isTaken = false
    for _ in 0..<1200 where !isTaken {
      isTaken = try await world.ask(.post, "/v1/metrics", body).status == 200
      if !isTaken { try await Task.sleep(for: .milliseconds(50)) }
    }
    #expect(isTaken)
    await world.stores.close()
  }
}
