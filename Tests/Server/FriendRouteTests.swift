import Accounts
import Core
import Foundation
import Friends
import HTTPTypes
import Runtime
import SocialContract
import StreaksContract
import Testing
import TrackingContract

@testable import HTTPServing
@testable import trellis_server

/// Friends through the server's routes: what each of them shows to whom.
@Suite struct FriendRouteTests {
  private static let nobody = "00000000000000000000000000000001"
  private static let base = "/api/v1/friends"

  /// All routes, each with a body that it takes.
  private static let routes: [(HTTPRequest.Method, String, String?)] = [
    (.get, "/me", nil), (.put, "/me", #"{"name":"Eve"}"#), (.get, "", nil),
    (.delete, "/people/\(nobody)", nil), (.get, "/blocked", nil),
    (.put, "/blocked/\(nobody)", nil), (.delete, "/blocked/\(nobody)", nil),
    (.put, "/hidden/\(nobody)", nil), (.delete, "/hidden/\(nobody)", nil),
    (.get, "/invitations", nil), (.post, "/invitations", nil),
    (.delete, "/invitations/\(nobody)", nil), (.post, "/accept", #"{"code":"K3T9A"}"#),
    (.get, "/notices", nil), (.put, "/notices/seen", #"{"number":9}"#), (.get, "/feed", nil),
    (.post, "/posts", #"{"habit":"\#(nobody)"}"#), (.delete, "/posts/\(nobody)", nil),
    (.put, "/posts/\(nobody)/reaction", #"{"reaction":"fire"}"#),
    (.delete, "/posts/\(nobody)/reaction", nil), (.get, "/sharing", nil),
    (.put, "/sharing/\(nobody)", #"{"sharing":"streak"}"#), (.delete, "/sharing/\(nobody)", nil),
    (.get, "/pages", nil), (.post, "/pages", #"{"habit":"\#(nobody)"}"#),
    (.delete, "/pages/\(nobody)", nil),
  ]

  @Test(arguments: 0..<routes.count)
  func `nobody reads or changes anything without a session`(_ index: Int) async throws {
    let world = try await ServerWorld.open()
    let (method, path, body) = FriendRouteTests.routes[index]
    let answer = try await world.ask(method, FriendRouteTests.base + path, body)
    #expect(answer.status == 401, "\(method) \(path): \(answer.text)")
    #expect(answer.code == "signed-out")
  }

  @Test(arguments: 0..<routes.count)
  func `a stranger finds nothing that is not theirs, and no route fails`(
    _ index: Int
  ) async throws {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let eve = try await world.signUp("eve@example.org")
    _ = try await world.friends(.put, "/me", #"{"name":"Eve"}"#, eve)
    let (method, path, body) = FriendRouteTests.routes[index]
    for real in [pair.ids.ada, pair.ids.bob, pair.post] {
      let concrete = path.replacingOccurrences(of: FriendRouteTests.nobody, with: real)
      let answer = try await world.friends(method, concrete, body, eve)
      #expect(answer.status < 500, "\(method) \(concrete): \(answer.text)")
      for secret in ["Ada", "Bob", pair.habit, "Rain or shine"] where method == .get {
        if path == "/blocked" { continue }
        #expect(!answer.text.contains(secret), "\(method) \(concrete): \(answer.text)")
      }
    }
    // Whatever she tried, the two see of each other what they saw.
    #expect(try await world.friends(.get, "", nil, pair.ada).items.count == 1)
    #expect(try await world.friends(.get, "/feed", nil, pair.bob).items.count == 1)
    #expect(try await world.friends(.get, "/sharing", nil, pair.ada).items.count == 1)
  }

  @Test func `a friend sees the post, the grade of its evidence and the shared streak, no more`()
    async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let feed = try await world.friends(.get, "/feed", nil, pair.bob)
    let post = try #require(feed.items.first)
    #expect(post["level"] as? Int == 7)
    #expect(post["text"] as? String == "Rain or shine")
    #expect(post["title"] is NSNull || post["title"] == nil)
    #expect(post["doneDays"] as? Int == 7)
    // What came from another program was not marked on its day.
    #expect(post["addedLater"] as? Int == 7)
    let friends = try await world.friends(.get, "", nil, pair.bob)
    let streaks = try #require(friends.items.first?["streaks"] as? [[String: Any]])
    #expect(streaks.map { $0["current"] as? Int } == [7])
    for secret in ["Running", "Secret", pair.habit, "example.org", pair.account] {
      #expect(!feed.text.contains(secret))
      #expect(!friends.text.contains(secret))
    }
  }

  @Test func `posts of somebody who is suspended are shown to nobody`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let own = try await world.friends(.get, "/feed?limit=1", nil, pair.bob)
    #expect(own.items.count == 1)
    let accounts = world.stores.accounts
    try await accounts.suspend("ada@example.org", reason: "spam", by: .operator)
    let hidden = try await world.friends(.get, "/feed?limit=1", nil, pair.bob)
    #expect(hidden.status == 200 && hidden.items.isEmpty, "\(hidden.text)")
    try await accounts.reinstate("ada@example.org", by: .operator)
    #expect(try await world.friends(.get, "/feed", nil, pair.bob).items.count == 1)
  }

  @Test func `reactions of somebody who is suspended, and what tells of them, are shown to nobody`()
    async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let body = #"{"reaction":"fire"}"#
    _ = try await world.friends(.put, "/posts/\(pair.post)/reaction", body, pair.bob)
    func shown() async throws -> [Int?] {
      let own = try await world.friends(.get, "/feed", nil, pair.ada).items.first
      let notices = try await world.friends(.get, "/notices", nil, pair.ada)
      let me = try await world.friends(.get, "/me", nil, pair.ada)
      return [
        (own?["reactions"] as? [Any])?.count, (own?["reactors"] as? [Any])?.count,
        notices.items.count, me.document["unseen"] as? Int,
      ]
    }
    let before = try await shown()
    #expect(before == [1, 1, 2, 2])
    let accounts = world.stores.accounts
    try await accounts.suspend("bob@example.org", reason: "spam", by: .operator)
    #expect(try await shown() == [0, 0, 0, 0])
    try await accounts.reinstate("bob@example.org", by: .operator)
    #expect(try await shown() == before)
  }

  @Test func `what is confirmed is delivered, and open pages hear of it`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let unseen = try await world.friends(.get, "/notices", nil, pair.bob)
    #expect(unseen.items.contains { $0["kind"] as? String == "post" })
    let served = try #require(world.stores.products.all.first)
    let account = try #require(AccountID(pair.account))
    let space = try await world.stores.accounts.space(of: account, product: served.name)
    let news = await served.news.stream(of: space.id)
    let body = #"{"reaction":"fire"}"#
    let answer = try await world.friends(.put, "/posts/\(pair.post)/reaction", body, pair.bob)
    #expect(answer.status == 200, "\(answer.text)")
    var told = news.makeAsyncIterator()
    #expect(await told.next() != nil)
  }

  @Test func `a shared streak is that of now, and ends with the sharing`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    func streaks() async throws -> [[String: Any]] {
      let friends = try await world.friends(.get, "", nil, pair.bob)
      return friends.items.first?["streaks"] as? [[String: Any]] ?? []
    }
    #expect(try await streaks().count == 1)
    let named = #"{"sharing":"streak","showsTitle":true}"#
    #expect(
      try await world.friends(.put, "/sharing/\(pair.habit)", named, pair.ada).status == 200
    )
    #expect(try await streaks().first?["title"] as? String == "Running")
    try await pair.uncheck(world)
    #expect(try await streaks().first?["current"] as? Int != 7)
    #expect(
      try await world.friends(.delete, "/sharing/\(pair.habit)", nil, pair.ada).status == 200
    )
    #expect(try await streaks().isEmpty)
  }

  @Test func `a milestone that is not in the journal is not shared, whatever is claimed`()
    async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let claim = #"{"habit":"\#(pair.habit)","level":30}"#
    let answer = try await world.friends(.post, "/posts", claim, pair.ada)
    #expect(answer.status == 409)
    #expect(answer.code == "milestone-not-reached")
    // Another person's habit is none of one's own.
    let foreign = #"{"habit":"\#(pair.habit)","level":7}"#
    let refused = try await world.friends(.post, "/posts", foreign, pair.bob)
    #expect((400..<500).contains(refused.status), "\(refused.text)")
    #expect(try await world.friends(.get, "/feed", nil, pair.bob).items.count == 1)
  }

  @Test func `a former friend, and one who was blocked, see nothing from then on`() async throws {
    for isBlocked in [false, true] {
      let world = try await ServerWorld.open()
      let pair = try await Pair(world)
      let path = isBlocked ? "/blocked/\(pair.ids.bob)" : "/people/\(pair.ids.bob)"
      let parted = try await world.friends(isBlocked ? .put : .delete, path, nil, pair.ada)
      #expect(parted.status == 204)
      #expect(try await world.friends(.get, "", nil, pair.bob).items.isEmpty)
      #expect(try await world.friends(.get, "/feed", nil, pair.bob).items.isEmpty)
      let fire = #"{"reaction":"fire"}"#
      let reaction = try await world.friends(.put, "/posts/\(pair.post)/reaction", fire, pair.bob)
      #expect(reaction.status == 404)
      // They are told the same as about nobody.
      let hide = try await world.friends(.put, "/hidden/\(pair.ids.ada)", nil, pair.bob)
      let none = try await world.friends(.put, "/hidden/\(FriendRouteTests.nobody)", nil, pair.bob)
      #expect(hide.text == none.text)
    }
  }

  @Test func `a reaction comes to the author as a notice, and is seen once`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let path = "/posts/\(pair.post)/reaction"
    #expect(
      try await world.friends(.put, path, #"{"reaction":"nonsense"}"#, pair.bob).code
        == "bad-reaction"
    )
    #expect(try await world.friends(.put, path, #"{"reaction":"🔥"}"#, pair.bob).status == 200)
    #expect(
      try await world.friends(.put, path, #"{"reaction":"🔥"}"#, pair.ada).code == "own-post"
    )
    try await world.services.friends.store.deliver()
    let notices = try await world.friends(.get, "/notices?after=1", nil, pair.ada)
    #expect(notices.items.map { $0["kind"] as? String } == ["reaction"])
    #expect(notices.items.map { $0["emoji"] as? String } == ["🔥"])
    let number = try #require(notices.items.first?["number"] as? Int)
    let seen = #"{"number":\#(number)}"#
    #expect(try await world.friends(.put, "/notices/seen", seen, pair.ada).status == 204)
    #expect(try await world.friends(.get, "/me", nil, pair.ada).document["unseen"] as? Int == 0)
    #expect(try await world.friends(.delete, path, nil, pair.bob).status == 200)
  }

  @Test func `what cannot be read is refused in words`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    for path in ["/feed?after=x", "/feed?limit=0", "/feed?limit=x", "/notices?after=-1"] {
      let answer = try await world.friends(.get, path, nil, pair.ada)
      #expect(answer.status == 400)
      #expect(answer.code == "bad-query")
    }
    for (method, path) in [(HTTPRequest.Method.delete, "/people/x"), (.put, "/blocked/%2e%2e")] {
      #expect(try await world.friends(method, path, nil, pair.ada).status == 404)
    }
    #expect(try await world.friends(.put, "/me", "{}", pair.ada).code == "bad-fields")
  }

  @Test func `what is kept is exported, and erased with the account`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let password = #"{"password":"correct horse battery"}"#
    let data = try await world.ask(.post, "/api/v1/account/data", password, token: pair.ada)
    let friends = try #require(data.document["friends"] as? [String: Any])
    #expect((friends["posts"] as? [[String: Any]])?.count == 1)
    #expect(data.document["email"] as? String == "ada@example.org")
    #expect(
      try await world.ask(.delete, "/api/v1/account", password, token: pair.ada).status == 204
    )
    #expect(try await world.friends(.get, "", nil, pair.bob).items.isEmpty)
    #expect(try await world.friends(.get, "/feed", nil, pair.bob).items.isEmpty)
  }

  @Test func `who was erased is erased again from a store that a backup brought back`()
    async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await Pair(world)
    let ada = try #require(AccountID(pair.account))
    _ = try await world.stores.accounts.eraseAccount("ada@example.org", by: .operator)
    #expect(try await world.friends(.get, "", nil, pair.bob).items.count == 1)
    try await world.services.applyErasures()
    #expect(try await world.services.friends.store.person(of: ada) == nil)
    #expect(try await world.friends(.get, "", nil, pair.bob).items.isEmpty)
  }
}

/// Ada and Bob, who are friends; Ada has shared a milestone and a streak, both without their name.
private struct Pair {
  let ada: String
  let bob: String
  let account: String
  let habit: String
  let post: String
  let ids: (ada: String, bob: String)

  init(_ world: ServerWorld) async throws {
    ada = try await world.signUp("ada@example.org")
    bob = try await world.signUp("bob@example.org")
    let adaID = try await world.friends(.put, "/me", #"{"name":"Ada"}"#, ada).document["id"]
    let bobID = try await world.friends(.put, "/me", #"{"name":"Bob"}"#, bob).document["id"]
    ids = (try #require(adaID as? String), try #require(bobID as? String))
    let invitation = try await world.friends(.post, "/invitations", nil, ada)
    #expect(invitation.status == 201, "\(invitation.text)")
    let code = try #require(invitation.document["code"] as? String)
    let accepted = try await world.friends(.post, "/accept", #"{"code":"\#(code)"}"#, bob)
    #expect(accepted.status == 201, "\(accepted.text)")
    let overview = try await world.ask(.get, "/api/v1/account", token: ada)
    account = try #require(overview.document["id"] as? String)
    habit = "\(try await Pair.live(try #require(AccountID(account)), world))"
    let sharing = try await world.friends(
      .put,
      "/sharing/\(habit)",
      #"{"sharing":"streak"}"#,
      ada
    )
    #expect(sharing.status == 200, "\(sharing.text)")
    let wish = #"{"habit":"\#(habit)","level":7,"text":"Rain or shine"}"#
    let shared = try await world.friends(.post, "/posts", wish, ada)
    #expect(shared.status == 201, "\(shared.text)")
    #expect(try await world.friends(.post, "/posts", wish, ada).status == 200)
    post = try #require(shared.document["id"] as? String)
  }

  /// A week of running up to today, and a habit that is nobody's business.
  private static func live(_ account: AccountID, _ world: ServerWorld) async throws -> HabitID {
    let client = try await client(account, world)
    let today = Day(at: world.stores.clock.now(), minutesEast: 0)
    let days = (0..<7).map {
      ImportedEntry(day: today.advanced(by: -$0), entry: Entry(mark: .done))
    }
    let habits = ["Running", "Secret"].map {
      ImportedHabit(key: $0, details: HabitDetails(title: $0), entries: days)
    }
    let history = ImportedHistory(source: "harsh", habits: habits)
    return try #require(try await client.send(ImportHistory(history: history)).reply.ids.first)
  }

  /// Takes today's mark of the shared habit back.
  func uncheck(_ world: ServerWorld) async throws {
    let client = try await Pair.client(try #require(AccountID(account)), world)
    let habit = try #require(HabitID(habit))
    _ = try await client.send(SetCheck(habit: habit, mark: .open))
  }

  private static func client(
    _ account: AccountID,
    _ world: ServerWorld
  ) async throws -> any SpaceClient {
    let product = try #require(world.stores.products.all.first)
    let space = try await world.stores.accounts.space(of: account, product: product.name)
    return product.runtime.client(for: .account(account), in: space.id)
  }
}

extension ServerWorld {
  fileprivate func friends(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ json: String?,
    _ token: String
  ) async throws -> ServerAnswer {
    try await ask(method, "/api/v1/friends\(path)", json, token: token)
  }
}

extension ServerAnswer {
  fileprivate var items: [[String: Any]] { document["items"] as? [[String: Any]] ?? [] }
}
