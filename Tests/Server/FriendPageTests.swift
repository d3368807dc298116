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

  @Test func `an invitation says until which day it is good`() async throws {
    // Noon of 20 November 2026.
    let world = try await ServerWorld.open(clock: ManualClock(Instant(seconds: 1_795_176_000)))
    let browser = try await ServerBrowser.signUp(world)
    _ = try await browser.act("friends.name", [("name", "Ada")])
    _ = try await browser.act("friends.invite", [])
    let page = try await browser.get("/friends")
    #expect(page.text.contains("good until 27 Nov<"), "\(page.text)")
  }
}
