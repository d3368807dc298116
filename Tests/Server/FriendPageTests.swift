import Core
import EngineDriving
import HTTPTypes
import Pages
import Testing

@testable import trellis_server

/// The pages of friends in the server's web app.
@Suite struct FriendPageTests {
  @Test func `the end of a feed is not taken for one to which nobody has shared anything`()
    async throws
  {
    let world = try await ServerWorld.open()
    let browser = try await ServerBrowser.signUp(world)
    let end = "/feed?after=1-00000000000000000000000000000001"
    let (newest, older) = (try await browser.get("/feed"), try await browser.get(end))
    #expect(newest.text.contains("Nobody has shared anything yet."), "\(newest.text)")
    #expect(older.text.contains("There is nothing older."), "\(older.text)")
    #expect(!older.text.contains("Nobody has shared anything yet."))
  }

  @Test func `all actions about friends may be tried again, except for another invitation`()
    async throws
  {
    let world = try await ServerWorld.open()
    let product = try #require(world.stores.products.all.first)
    let pages = FriendPages(services: world.services.friends, product: product)
    #expect(pages.actions.filter { !$0.isRecorded }.map(\.name) == ["friends.invite"])
    #expect(pages.actions.count > 1)
  }

  @Test func `what no button takes back is asked first, on a page that needs no script`()
    async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
    let wish = #"{"habit":"\#(pair.habit)","level":7}"#
    #expect(try await world.friends(.post, "/pages", wish, pair.ada).status == 201)
    let pages = try await world.friends(.get, "/pages", nil, pair.ada).items
    let page = try #require(pages.first?["id"] as? String)
    let ada = try await ServerBrowser.signIn(world)
    let questions = [
      ("/feed", "/feed/posts/\(pair.post)/delete", "friends.delete-post"),
      ("/feed/share", "/feed/pages/\(page)/take-down", "friends.take-down"),
      ("/friends", "/friends/\(pair.ids.bob)/remove", "friends.remove"),
      ("/friends", "/friends/\(pair.ids.bob)/block", "friends.block"),
    ]
    for (origin, path, action) in questions {
      let list = try await ada.get(origin).text
      #expect(list.contains("href=\"\(path)\""), "\(list)")
      #expect(!list.contains("/do/\(action)"), "\(action)")
      let question = try await ada.get(path)
      #expect(question.status == 200, "\(path)")
      #expect(question.text.contains("action=\"/do/\(action)\""), "\(question.text)")
      // Its page is gone after the first answer, so a second one does not lead back to it.
      #expect(question.text.contains("name=\"back\" value=\"\(origin)\""), "\(question.text)")
    }
    let bob = try await ServerBrowser.signIn(world, "bob@example.org")
    for (_, path, _) in questions { #expect(try await bob.get(path).status == 404, "\(path)") }
  }

  @Test func `screen readers tell the menus and buttons of several friends apart`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
    let ada = try await ServerBrowser.signIn(world)
    let list = try await ada.get("/friends").text
    let more = "<summary>More<span class=\"visually-hidden\"> about Bob</span></summary>"
    #expect(list.contains(more), "\(list)")
    #expect(list.contains("aria-label=\"Hide their posts: Bob\""), "\(list)")
    _ = try await ada.act("friends.block", [("friend", pair.ids.bob)])
    let blocked = try await ada.get("/friends").text
    #expect(blocked.contains("aria-label=\"Unblock Bob\""), "\(blocked)")
  }

  @Test func `screen readers tell the buttons of several posts apart`() async throws {
    let world = try await ServerWorld.open()
    _ = try await FriendPair(world)
    let name = "7 days in a row, shared today\""
    let bob = try await ServerBrowser.signIn(world, "bob@example.org")
    let feed = try await bob.get("/feed").text
    #expect(feed.contains("aria-label=\"Fire, 0: Ada, \(name)"), "\(feed)")
    let ada = try await ServerBrowser.signIn(world)
    let own = try await ada.get("/feed").text
    #expect(own.contains("aria-label=\"Delete the post of \(name)"), "\(own)")
  }

  @Test func `one form decides what friends see of all habits`() async throws {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
    let ada = try await ServerBrowser.signIn(world)
    let page = try await ada.get("/friends").text
    let habits = page.matches(of: #/name="habit" value="([^"]+)"/#).map { String($0.1) }
    let other = try #require(habits.first { $0 != pair.habit }, "\(page)")
    #expect(page.ranges(of: "action=\"/do/friends.sharing\"").count == 1, "\(page)")
    #expect(page.contains("name=\"was.\(pair.habit)\" value=\"streak\""), "\(page)")
    let saved = try await ada.share([(pair.habit, "streak", "title"), (other, "none", "streak")])
    #expect(saved.status == 303, "\(saved.text)")
    #expect(try await world.shared(pair.ada) == ["Running", "-"])
    // Hidden on another device since the page was opened, it is not shown again.
    let hidden = try await world.friends(.delete, "/sharing/\(pair.habit)", nil, pair.ada)
    #expect(hidden.status == 200)
    _ = try await ada.share([(pair.habit, "title", "title"), (other, "streak", "none")])
    #expect(try await world.shared(pair.ada).isEmpty)
    // A page of an earlier version has a form for each habit.
    _ = try await ada.act("friends.sharing", [("habit", pair.habit), ("sees", "title")])
    #expect(try await world.shared(pair.ada) == ["Running"])
    // A habit that is gone keeps no other from being hidden.
    let gone = "0197a1b2c3d40000aaaabbbbccccdddd"
    _ = try await ada.share([(gone, "none", "streak"), (pair.habit, "title", "none")])
    #expect(try await world.shared(pair.ada).isEmpty)
  }

  @Test func `whose habits are all in the archive is not told to have no streak yet`() async throws
  {
    let world = try await ServerWorld.open()
    let pair = try await FriendPair(world)
    try await pair.archive(world)
    let ada = try await ServerBrowser.signIn(world)
    let page = try await ada.get("/friends").text
    #expect(page.contains("All your habits are in the archive, and friends see nothing"), "\(page)")
    let bob = try await ServerBrowser.signIn(world, "bob@example.org")
    let empty = try await bob.get("/friends").text
    #expect(empty.contains("You have no streak yet."), "\(empty)")
  }

  @Test func `invitations say when they were made, and until which day they are good`()
    async throws
  {
    // Noon of 20 November 2026.
    let clock = ManualClock(Instant(seconds: 1_795_176_000))
    let world = try await ServerWorld.open(clock: clock)
    let browser = try await ServerBrowser.signUp(world)
    _ = try await browser.act("friends.name", [("name", "Ada")])
    for _ in 0..<2 {
      _ = try await browser.act("friends.invite", [])
      clock.set(clock.now().advanced(bySeconds: 86_400))
    }
    let page = try await browser.get("/friends").text
    let first = #/A code made on 20 Nov at \d\d:00 and not used yet, good until 27 Nov</#
    let second = #/A code made yesterday at \d\d:00 and not used yet, good until 28 Nov</#
    #expect(page.contains(first) && page.contains(second), "\(page)")
    #expect(page.contains("aria-label=\"Revoke the code made yesterday at "), "\(page)")
  }
}

extension ServerBrowser {
  /// Saves what friends see of habits: what the page had shown of each, and what was chosen.
  fileprivate func share(
    _ choices: [(habit: String, was: String, sees: String)]
  ) async throws -> ServerAnswer {
    try await act(
      "friends.sharing",
      choices.flatMap {
        [("habit", $0.habit), ("was.\($0.habit)", $0.was), ("sees.\($0.habit)", $0.sees)]
      }
    )
  }
}

extension ServerWorld {
  /// The titles of the habits that somebody shares; `-` for one whose title friends do not see.
  fileprivate func shared(_ token: String) async throws -> [String] {
    try await friends(.get, "/sharing", nil, token).items.map { item in
      item["showsTitle"] as? Bool == true ? item["title"] as? String ?? "" : "-"
    }
  }
}
