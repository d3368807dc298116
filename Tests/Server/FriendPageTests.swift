import Core
import EngineDriving
import Testing

@testable import trellis_server

/// The pages of friends in the server's web app.
@Suite struct FriendPageTests {
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
