import Core
import EngineDriving
import HTTPTypes
import LeakCheck
import Testing

@testable import HTTPServing
@testable import Web

/// What is kept and shown of requests that were refused.
@Suite(.leavesNothingBehind) struct RefusalTests {
  @Test func `the person sees what was refused, and nothing personal is kept of it`() async throws {
    let world = try await World.open()
    let firefox: HTTPFields = [
      .userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"
    ]
    for _ in 0..<3 { _ = try await world.askAsStranger(.get, "/plants/secret", firefox) }
    _ = try await world.askAsStranger(.get, "/api/v1/garden", [.authorization: "Bearer mistaken"])
    _ = try await world.askAsStranger(.get, "/", host: "evil.example:7070")
    let page = try await world.ask(.get, "/settings/browsers")
    #expect(page.body.contains("Not signed in"))
    #expect(page.body.contains("Firefox on Linux, 3 times"))
    #expect(page.body.contains("A program, once"))
    #expect(page.body.contains("For another address"))
    for word in ["secret", "mistaken", "evil.example"] { #expect(!page.body.contains(word)) }
    #expect(world.access.refusals.all.map(\.count) == [1, 1, 3])
  }

  @Test func `the log hears of a kind of refusal once a minute, and is not flooded`() {
    let clock = ManualClock()
    let log = RefusalLog(clock: clock)
    let first = (0..<1000).compactMap { _ in log.note("token-needed", client: "A program") }
    #expect(first == [1])
    clock.pass(seconds: 60)
    #expect(log.note("token-needed", client: "A program") == 1000)
    let many = (0..<1000).compactMap { log.note("token-needed", client: "Program \($0)") }
    #expect(many.count < 20)
    #expect(log.all.count == 32)
    #expect(log.all.first?.client == "Program 999")
  }

  @Test func `a clock that is set back does not silence the log`() {
    let clock = ManualClock()
    let log = RefusalLog(clock: clock)
    let first = (0..<20).compactMap { log.note("token-needed", client: "Program \($0)") }
    #expect(first.count == 20)
    clock.pass(seconds: -86_400)
    #expect(log.note("token-needed", client: "Program 19") == 1)
    #expect(log.note("token-needed", client: "A program") == 1)
  }
}
