import Core
import EngineDriving
import HTTPTypes
import Testing

@testable import HTTPServing
@testable import Web

/// How a browser is let in by a question on the desktop.
extension SignInTests {
  /// Asks as the button of the sign-in page does.
  private func ask(
    _ world: World,
    host: String = World.authority,
    _ fields: HTTPFields = [:]
  ) async throws -> Answer {
    let page = try await world.askAsStranger(.get, "/plants/x", host: host)
    let form = page.body.firstMatch(of: #/<form method="post" action="([^"]+)"/#)
    let way = form.map { String($0.1).split(separator: "&amp;").joined(separator: "&") }
    return try await world.askAsStranger(.post, way ?? "/sign-in/ask?asking=0", host: host, fields)
  }

  private func code(_ answer: Answer) -> String? {
    answer.body.firstMatch(of: #/role="status">(\d{6})</#).map { String($0.1) }
  }

  @Test(arguments: [World.authority, "127.0.0.1:\(World.port)"])
  func `what the person allows on the desktop lets that browser in`(host: String) async throws {
    let desktop = TestDesktop()
    let world = try await world(ManualClock(), desktop)
    let asked = try await ask(world, host: host)
    #expect(asked.status == 303)
    #expect(asked[.setCookie] == nil)
    let way = try #require(asked[.location])
    let question = try #require(desktop.asked.last)
    let waiting = try await world.askAsStranger(.get, way, host: host)
    #expect(code(waiting) == question.code)
    #expect(onward(waiting) == way)
    #expect(waiting.body.contains("content=\"2;"))
    #expect(world.access.answer(question.number, isAllowed: true))
    // Another browser does not get what this one asked for.
    let other = try await world.askAsStranger(.get, "/sign-in/wait?asking=00&next=/", host: host)
    #expect(onward(other) == nil)
    let allowed = try await world.askAsStranger(.get, way, host: host)
    #expect(allowed[.setCookie] == nil)
    let link = try #require(onward(allowed))
    #expect(link.hasPrefix("http://\(World.authority)/sign-in?code="))
    let path = String(link.dropFirst("http://\(World.authority)".count))
    let entered = try await world.askAsStranger(.get, path, firefox)
    #expect(onward(entered) == "/plants/x")
    let session = try #require(self.cookie(entered))
    #expect(try await world.askAsStranger(.get, "/today", session).status == 200)
    // Nor a second time.
    #expect(onward(try await world.askAsStranger(.get, way, host: host)) == nil)
  }

  @Test func `what the person refuses, or does not answer in time, lets nobody in`() async throws {
    let (clock, desktop) = (ManualClock(), TestDesktop())
    let world = try await world(clock, desktop)
    for isAnswered in [true, false] {
      let asked = try await ask(world)
      let number = try #require(desktop.asked.last?.number)
      if isAnswered {
        #expect(world.access.answer(number, isAllowed: false))
      } else {
        clock.pass(seconds: 120)
      }
      #expect(!world.access.answer(number, isAllowed: true))
      let answer = try await world.askAsStranger(.get, try #require(asked[.location]))
      #expect(onward(answer) == nil)
      #expect(answer.body.contains(isAnswered ? "not now" : "in time"))
    }
  }

  @Test func `the desktop is asked once at a time, and three times in ten minutes`() async throws {
    let (clock, desktop) = (ManualClock(), TestDesktop())
    let world = try await world(clock, desktop)
    for count in 1...3 {
      #expect(try await ask(world).status == 303)
      let second = try await ask(world)
      #expect(second.status == 429)
      #expect(second.body.contains("on the desktop already"))
      #expect(desktop.asked.count == count)
      world.access.answer(try #require(desktop.asked.last?.number), isAllowed: false)
    }
    let fourth = try await ask(world)
    #expect(fourth.status == 429)
    #expect(fourth.body.contains("three times"))
    clock.pass(seconds: 600)
    #expect(try await ask(world).status == 303)
    // The numbers go on, so that a late answer to the first counts for none.
    #expect(desktop.asked.map(\.number) == [1, 2, 3, 4])
  }

  @Test func `a clock that is set back leaves no question in the way`() async throws {
    let (clock, desktop) = (ManualClock(), TestDesktop())
    let world = try await world(clock, desktop)
    #expect(try await ask(world).status == 303)
    let first = try #require(desktop.asked.last?.number)
    clock.pass(seconds: -86_400)
    #expect(try await ask(world).status == 303)
    #expect(!world.access.answer(first, isAllowed: true))
  }

  @Test func `who asks twice keeps the question`() async throws {
    let desktop = TestDesktop()
    let world = try await world(ManualClock(), desktop)
    let way = try #require(try await ask(world)[.location])
    let again = try await world.askAsStranger(
      .post,
      way.replacing("/sign-in/wait", with: "/sign-in/ask")
    )
    #expect(again[.location] == way)
    #expect(desktop.asked.count == 1)
  }

  @Test func `a page of another site asks nothing`() async throws {
    let desktop = TestDesktop()
    let world = try await world(ManualClock(), desktop)
    #expect(try await ask(world, [.fetchSite: "cross-site"]).status == 403)
    #expect(try await ask(world, [.origin: "https://evil.example"]).status == 403)
    #expect(desktop.asked.isEmpty)
  }

  @Test func `without a desktop there is no button`() async throws {
    let away = TestDesktop()
    away.goAway()
    for desktop in [nil, away] {
      let world = try await world(ManualClock(), desktop)
      #expect(!(try await world.askAsStranger(.get, "/today")).body.contains("<form"))
      let answer = try await ask(world)
      #expect(answer.status == 409)
      #expect(answer.body.contains("no desktop"))
    }
  }
}
