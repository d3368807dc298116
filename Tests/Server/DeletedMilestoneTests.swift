import Accounts
import Core
import HTTPTypes
import Replication
import Runtime
import ServerStorage
import Testing
import TrackingContract

@testable import Friends
@testable import trellis_server

/// What was shared of a habit or substance goes with it.
@Suite struct DeletedMilestoneTests {
  @Test func `a habit that is deleted takes its posts and public pages with it`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
    let wish = #"{"habit":"\#(pair.habit)","level":7,"showsTitle":true}"#
    let made = try await world.friends(.post, "/pages", wish, pair.ada)
    let address = try #require(made.document["address"] as? String, "\(made.text)")
    let path = String(address.dropFirst("https://\(ServerWorld.host)".count))
    #expect(try await world.ask(.get, path).text.contains("Running"))
    try await pair.delete(world)
    #expect(try await world.friends(.get, "/feed", nil, pair.bob).items.isEmpty)
    #expect(try await world.friends(.get, "/feed", nil, pair.ada).items.isEmpty)
    #expect(try await world.friends(.get, "/pages", nil, pair.ada).items.isEmpty)
    #expect(try await world.ask(.get, path).status == 404)
    #expect(try await world.ask(.get, "\(path)/card.svg").status == 404)
  }

  @Test func `the question before a habit is deleted says what was shared of it`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
    let ada = try await ServerBrowser.signIn(world)
    let path = "/habits/\(pair.habit)/delete"
    #expect(try await ada.get(path).text.contains("What you shared of it goes as well: 1 post.<"))
    let wish = #"{"habit":"\#(pair.habit)","level":7}"#
    #expect(try await world.friends(.post, "/pages", wish, pair.ada).status == 201)
    let page = try await ada.get(path).text
    #expect(page.contains("goes as well: 1 post and 1 public page.<"), "\(page)")
    let bob = try await ServerBrowser.signIn(world, "bob@example.org")
    let other = try await bob.get("/habits/\(try await bob.addHabit("Swim"))/delete")
    #expect(other.status == 200 && !other.text.contains("you shared"), "\(other.text)")
  }

  @Test func `a substance is the same under another name, and its posts go with it`() async throws {
    let world = try await ServerWorld.open { $0.products = ["sober"] }
    let ada = try await world.signUp()
    _ = try await world.friends(.put, "/me", #"{"name":"Ada"}"#, ada)
    let last = Day(at: world.stores.clock.now(), minutesEast: 0).advanced(by: -3)
    try await world.sobriety("begin-run", #"{"substance":"Sugar","lastUse":"\#(last)"}"#, ada)
    let shared = try await world.friends(.post, "/posts", #"{"substance":"Sugar","level":1}"#, ada)
    #expect(shared.status == 201, "\(shared.text)")
    try await world.sobriety("rename-substance", #"{"substance":"Sugar","title":"Sweets"}"#, ada)
    let again = try await world.friends(.post, "/posts", #"{"substance":"Sweets","level":1}"#, ada)
    #expect(again.status == 200, "\(again.text)")
    #expect(again.document["id"] as? String == shared.document["id"] as? String)
    try await world.sobriety("delete-substance", #"{"substance":"Sweets","confirmed":true}"#, ada)
    let overview = try await world.ask(.get, "/api/v1/account", token: ada)
    try await world.number(try #require(overview.document["id"] as? String))
    #expect(try await world.friends(.get, "/feed", nil, ada).items.isEmpty)
  }

  @Test func `what an earlier version shared under a substance's name goes with it, too`()
    async throws
  {
    let world = try await ServerWorld.open { $0.products = ["sober"] }
    let ada = try await world.signUp()
    _ = try await world.friends(.put, "/me", #"{"name":"Ada"}"#, ada)
    let last = Day(at: world.stores.clock.now(), minutesEast: 0).advanced(by: -3)
    try await world.sobriety("begin-run", #"{"substance":"Sugar","lastUse":"\#(last)"}"#, ada)
    let wish = #"{"substance":"Sugar","level":1}"#
    #expect(try await world.friends(.post, "/posts", wish, ada).status == 201)
    #expect(try await world.friends(.post, "/pages", wish, ada).status == 201)
    try await world.nameMilestones("sober/sobriety/Sugar-free/1")
    await world.services.identifyShared()
    #expect(try await world.stores.friends.sharedByName() == [])
    // Its owner does not share it twice.
    #expect(try await world.friends(.post, "/posts", wish, ada).status == 200)
    #expect(try await world.friends(.post, "/pages", wish, ada).status == 200)
    try await world.sobriety("delete-substance", #"{"substance":"Sugar","confirmed":true}"#, ada)
    let overview = try await world.ask(.get, "/api/v1/account", token: ada)
    try await world.number(try #require(overview.document["id"] as? String))
    #expect(try await world.friends(.get, "/feed", nil, ada).items.isEmpty)
    #expect(try await world.friends(.get, "/pages", nil, ada).items.isEmpty)
  }
}

extension FriendPair {
  /// Deletes the shared habit for good, until the server has erased it.
  fileprivate func delete(_ world: ServerWorld) async throws {
    let (owner, habit) = (try #require(AccountID(account)), try #require(HabitID(habit)))
    let product = try #require(world.stores.products.all.first)
    let space = try await world.stores.accounts.space(of: owner, product: product.name)
    let client = product.runtime.client(for: .account(owner), in: space.id)
    _ = try await client.send(DeleteHabit(habit: habit, confirmed: true))
    try await world.number(account)
  }
}

extension ServerWorld {
  /// Waits until what was made in a space of the first product has its place among all copies.
  fileprivate func number(_ account: String) async throws {
    let product = try #require(stores.products.all.first)
    let owner = try #require(AccountID(account))
    let space = try await stores.accounts.space(of: owner, product: product.name)
    try await product.replicator.numberOwn(in: space.id)
  }

  /// Gives all that was shared the key of an earlier version.
  fileprivate func nameMilestones(_ key: String) async throws {
    try await stores.friends.tables.write { database in
      for table in ["posts", "public_pages"] {
        try database.run(
          "UPDATE \(table) SET milestone = ?, is_by_name = 1",
          .blob(Secret.hash(key))
        )
      }
    }
  }

  fileprivate func sobriety(_ request: String, _ json: String, _ token: String) async throws {
    let answer = try await ask(.post, "/api/v1/sobriety/\(request)", json, token: token)
    #expect(answer.status < 300, "\(answer.text)")
  }
}
