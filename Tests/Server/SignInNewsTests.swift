import Accounts
import Core
import EngineDriving
import HTTPTypes
import Notifying
import Testing

@testable import HTTPServing
@testable import trellis_server

/// What people hear of devices that sign in to their account, and what their password alone opens.
@Suite struct SignInNewsTests {
  private func isNew(_ answer: ServerAnswer) throws -> [Bool] {
    let items = try #require(answer.document["items"] as? [[String: Any]])
    return items.compactMap { $0["new"] as? Bool }.sorted { !$0 && $1 }
  }

  @Test func `a browser that signs in is new on the pages and to the programs of the others`()
    async throws
  {
    let clock = ManualClock(Instant(seconds: 1_795_176_000))
    let world = try await ServerWorld.open(clock: clock)
    let ada = try await ServerBrowser.signUp(world)
    #expect(try await !ada.get("/account").text.contains("is new"))
    clock.set(clock.now().advanced(bySeconds: 60))
    let token = try await world.signInDevice()
    let page = try await ada.get("/account").text
    #expect(page.contains("One is new"))
    #expect(page.contains("<span class=\"badge\">new</span>"))
    #expect(page.contains("aria-label=\"Sign out Laptop\""))
    let asked = try await world.ask(.get, "/api/v1/sessions", fields: [.cookie: ada.cookie])
    #expect(try isNew(asked) == [false, true])
    // Not by itself.
    #expect(try await world.ask(.put, "/api/v1/sessions/seen", token: token).status == 204)
    #expect(try await ada.get("/account").text.contains("One is new"))
    clock.set(clock.now().advanced(bySeconds: 60))
    #expect(try await ada.submit("/account/seen", []).status == 303)
    #expect(try await !ada.get("/account").text.contains("is new"))
  }

  @Test func `a browser that is new itself says so, and confirms others for itself alone`()
    async throws
  {
    let clock = ManualClock(Instant(seconds: 1_795_176_000))
    let world = try await ServerWorld.open(clock: clock)
    let first = try await ServerBrowser.signUp(world)
    clock.set(clock.now().advanced(bySeconds: 60))
    let second = try await ServerBrowser.signIn(world)
    #expect(try await !second.get("/account").text.contains("is new"))
    clock.set(clock.now().advanced(bySeconds: 60))
    _ = try await world.signInDevice()
    let page = try await second.get("/account").text
    #expect(page.contains("One is new"))
    #expect(page.contains("counts here alone"))
    #expect(try await !first.get("/account").text.contains("counts here alone"))
    // As the form of that page says it, while another device signs in.
    let end = try #require(page.firstMatch(of: #/name="through" value="([0-9]+)"/#)).1
    #expect(String(end) == "\(clock.now().milliseconds)")
    clock.set(clock.now().advanced(bySeconds: 60))
    _ = try await world.signInDevice()
    #expect(try await second.submit("/account/seen", [("through", String(end))]).status == 303)
    #expect(try await second.get("/account").text.contains("One is new"))
    #expect(try await second.submit("/account/seen", []).status == 303)
    #expect(try await !second.get("/account").text.contains("One is new"))
    let many = "3 are new. If you do not know one, sign it out, and change your password."
    #expect(try await first.get("/account").text.contains(many))
  }

  @Test func `the notice of a sign-in names the device only where names may be told`() async throws
  {
    let world = try await ServerWorld.open()
    _ = try await world.signUp()
    let wording = try #require(NoticeWording.ofAll(world.configuration).first)
    let client = SessionClient(name: "Ada's phone", product: "streaks", kind: .device)
    let session = try await world.stores.accounts.signIn(
      SignInRequest(
        email: "ada@example.org",
        password: "correct horse battery",
        client: client,
        address: "192.0.2.1"
      )
    ).session
    let notice = try wording.signIn(session)
    let neutral = try JSON.decode(NoticeDocument.self, from: notice.neutral)
    let named = try JSON.decode(NoticeDocument.self, from: notice.named)
    #expect(neutral.body.hasPrefix("A device has signed in to your account."))
    #expect(named.body.hasPrefix("The device “Ada's phone” has signed in"))
    #expect(neutral.kind == "sign-in" && neutral.url.hasSuffix("/account"))
    #expect(neutral.urgency == .high)
  }

  @Test func `the day on which a device was used is that of its person`() async throws {
    // Noon of 20 November 2026, which is evening in Tokyo.
    let clock = ManualClock(Instant(seconds: 1_795_176_000))
    let world = try await ServerWorld.open(clock: clock)
    let ada = try await ServerBrowser.signUp(world)
    _ = try await ada.act("shell.zone", [("zone", "Asia/Tokyo")])
    _ = try await world.signInDevice()
    #expect(try await !ada.get("/account").text.contains("last used yesterday"))
    clock.set(clock.now().advanced(bySeconds: 6 * 3600))
    let page = try await ada.get("/account").text
    #expect(page.contains("last used yesterday") && page.contains("last used today"), "\(page)")
  }

  @Test func `everything about an account is told for its password alone`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let path = "/account/data"
    #expect(try await ada.get(path).text.contains("type=\"password\""))
    let wrong = try await ada.submit(path, [("password", "a wrong password")])
    #expect(wrong.status == 401, "\(wrong.text)")
    #expect(!wrong.text.contains("createdAt"))
    let right = try await ada.submit(path, [("password", "correct horse battery")])
    #expect(right.status == 200)
    #expect(right.headers[.contentDisposition]?.contains("account.json") == true)
    #expect(right.document["email"] as? String == "ada@example.org")
    let token = try await world.signInDevice()
    let answer = try await world.ask(
      .post,
      "/api/v1/account/data",
      #"{"password":"a wrong password"}"#,
      token: token
    )
    #expect(answer.status == 401)
    #expect(answer.code == "bad-credentials")
  }
}
