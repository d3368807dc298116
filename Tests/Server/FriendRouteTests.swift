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

  @Test func `nobody reads or changes anything without a session`() async throws {
    let world = try await ServerWorld.open()
    for (method, path, body) in FriendRouteTests.routes {
      let answer = try await world.ask(method, FriendRouteTests.base + path, body)
      #expect(answer.status == 401, "\(method) \(path): \(answer.text)")
      #expect(answer.code == "signed-out", "\(method) \(path)")
    }
  }

  /// What a route sets is taken back by the one after it.
  @Test func `a stranger finds nothing that is not theirs, and no route fails`() async throws {
    let world = try await ServerWorld.open { $0.callsPerMinute = 100_000 }
    let pair = try await FriendPair(world)
    let eve = try await world.signUp("eve@example.org")
    _ = try await world.friends(.put, "/me", #"{"name":"Eve"}"#, eve)
    for (method, path, body) in FriendRouteTests.routes {
      for real in [pair.ids.ada, pair.ids.bob, pair.post] {
        let concrete = path.replacingOccurrences(of: FriendRouteTests.nobody, with: real)
        let answer = try await world.friends(method, concrete, body, eve)
        #expect(answer.status < 500, "\(method) \(concrete): \(answer.text)")
        for secret in ["Ada", "Bob", pair.habit, "Rain or shine"] where method == .get {
          #expect(!answer.text.contains(secret), "\(method) \(concrete): \(answer.text)")
        }
      }
      // Whatever she tried, the two see of each other what they saw.
      let place: Comment = "\(method) \(path)"
      #expect(try await world.friends(.get, "", nil, pair.ada).items.count == 1, place)
      #expect(try await world.friends(.get, "/feed", nil, pair.bob).items.count == 1, place)
      #expect(try await world.friends(.get, "/sharing", nil, pair.ada).items.count == 1, place)
    }
  }

  @Test func `a friend sees the post, the grade of its evidence and the shared streak, no more`()
    async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
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
    let pair = try await FriendPair(world)
    let own = try await world.friends(.get, "/feed?limit=1", nil, pair.bob)
    #expect(own.items.count == 1)
    let accounts = world.stores.accounts
    try await accounts.suspend("ada@example.org", reason: "spam", by: .operator)
    let hidden = try await world.friends(.get, "/feed?limit=1", nil, pair.bob)
    #expect(hidden.status == 200 && hidden.items.isEmpty, "\(hidden.text)")
    try await accounts.reinstate("ada@example.org", by: .operator)
    #expect(try await world.friends(.get, "/feed", nil, pair.bob).items.count == 1)
  }

  @Test func `an invitation of somebody who is suspended is good for nobody until they are back`()
    async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
    let eve = try await world.signUp("eve@example.org")
    _ = try await world.friends(.put, "/me", #"{"name":"Eve"}"#, eve)
    let invitation = try await world.friends(.post, "/invitations", nil, pair.ada)
    let code = try #require(invitation.document["code"] as? String)
    let accounts = world.stores.accounts
    try await accounts.suspend("ada@example.org", reason: "spam", by: .operator)
    let refused = try await world.friends(.post, "/accept", #"{"code":"\#(code)"}"#, eve)
    #expect(refused.code == "bad-invitation", "\(refused.text)")
    #expect(!refused.text.contains("Ada"))
    try await accounts.reinstate("ada@example.org", by: .operator)
    let accepted = try await world.friends(.post, "/accept", #"{"code":"\#(code)"}"#, eve)
    #expect(accepted.status == 201, "\(accepted.text)")
  }

  @Test func `reactions of somebody who is suspended, and what tells of them, are shown to nobody`()
    async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
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
    let pair = try await FriendPair(world)
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
    let pair = try await FriendPair(world)
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
    let pair = try await FriendPair(world)
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
      let pair = try await FriendPair(world)
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
    let pair = try await FriendPair(world)
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
    let pair = try await FriendPair(world)
    for path in ["/feed?after=x", "/feed?limit=0", "/feed?limit=x", "/notices?after=-1"] {
      let answer = try await world.friends(.get, path, nil, pair.ada)
      #expect(answer.status == 400)
      #expect(answer.code == "bad-query")
    }
    let limit = try await world.friends(.get, "/feed?limit=0", nil, pair.ada)
    #expect(limit.text.contains("“limit” must be a whole number from 1 to "))
    for (method, path) in [(HTTPRequest.Method.delete, "/people/x"), (.put, "/blocked/%2e%2e")] {
      #expect(try await world.friends(method, path, nil, pair.ada).status == 404)
    }
    #expect(try await world.friends(.put, "/me", "{}", pair.ada).code == "bad-fields")
  }

  @Test(arguments: [
    ("application/json; charset=utf-8", 200), ("Application/JSON", 200), ("application/jsonx", 415),
    ("text/plain", 415),
  ])
  func `a body is JSON if its type says so`(type: String, status: Int) async throws {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
    let answer = try await world.ask(
      .put,
      "/api/v1/friends/me",
      #"{"name":"Ada"}"#,
      token: pair.ada,
      fields: [.contentType: type]
    )
    #expect(answer.status == status)
  }

  @Test func `what is kept is exported, and erased with the account`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
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
    let pair = try await FriendPair(world)
    let ada = try #require(AccountID(pair.account))
    _ = try await world.stores.accounts.eraseAccount("ada@example.org", by: .operator)
    #expect(try await world.friends(.get, "", nil, pair.bob).items.count == 1)
    try await world.services.applyErasures()
    #expect(try await world.services.friends.store.person(of: ada) == nil)
    #expect(try await world.friends(.get, "", nil, pair.bob).items.isEmpty)
  }
}
