import Core
import HTTPTypes
import LeakCheck
import Locks
import Testing

@testable import Web

/// How browsers are let in and out, as they see it.
@Suite(.leavesNothingBehind) struct SignInTests {
  private let firefox: HTTPFields = [
    .userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    .fetchSite: "none",
  ]

  /// The cookie that an answer sets, as the browser sends it back.
  private func cookie(_ answer: Answer, _ name: String = Session.cookie) -> HTTPFields? {
    let set = answer.headers[values: .setCookie].first { $0.hasPrefix("\(name)=") }
    return set.map { [.cookie: String($0.prefix { $0 != ";" })] }
  }

  /// Where a page goes on to by itself.
  private func onward(_ answer: Answer) -> String? {
    answer.body.firstMatch(of: #/http-equiv="refresh" content="\d+;url=([^"]+)"/#)
      .map { String($0.1).split(separator: "&amp;").joined(separator: "&") }
  }

  private func world(
    _ clock: ManualClock = ManualClock(),
    _ desktop: TestDesktop? = nil,
    _ sessions: SessionStore? = nil
  ) async throws -> World {
    try await World.open { configuration in
      configuration.access = BrowserAccess(
        sessions: sessions ?? SessionStore(path: nil, clock: clock),
        clock: clock,
        desktop: desktop
      )
    }
  }

  // MARK: Links

  @Test func `a link signs a browser in and leads on to its page`() async throws {
    let world = try await world()
    let link = world.access.link(to: "/plants/x?q=1")
    let answer = try await world.askAsStranger(.get, link.path, firefox)
    #expect(answer.status == 200)
    #expect(onward(answer) == "/plants/x?q=1")
    let set = try #require(answer[.setCookie])
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=34560000"] {
      #expect(set.contains(part))
    }
    let cookie = try #require(self.cookie(answer))
    let page = try await world.askAsStranger(.get, "/plants/x?q=1", cookie)
    #expect(page.body.contains("<h1>x</h1>"))
    #expect(world.access.sessions.all.map(\.browser).contains("Firefox on Linux"))
  }

  @Test(arguments: ["cross-site", "same-site", nil])
  func `a browser that another page led here shows its cookie at a second visit`(
    site: String?
  ) async throws {
    let world = try await world()
    var fields = firefox
    fields[.fetchSite] = site
    let count = world.access.sessions.all.count
    let first = try await world.askAsStranger(.get, world.access.link().path, fields)
    #expect(first[.setCookie] == nil)
    let again = try #require(onward(first))
    // The one that is signed in already is not signed in twice.
    let known = try await world.ask(.get, again)
    #expect(known[.setCookie] == nil)
    #expect(onward(known) == "/")
    #expect(world.access.sessions.all.count == count)
  }

  @Test func `a link that two used lets neither in, and is told`() async throws {
    let world = try await world()
    let link = world.access.link()
    let thief = try await world.askAsStranger(.get, link.path, firefox)
    let stolen = try #require(self.cookie(thief))
    #expect(try await world.askAsStranger(.get, "/today", stolen).status == 200)
    let second = try await world.askAsStranger(.get, link.path, firefox)
    #expect(second.status == 410)
    #expect(second[.setCookie] == nil)
    #expect(second.body.contains("used before"))
    #expect(second.body.contains("trellis daemon open"))
    #expect(try await world.askAsStranger(.get, "/today", stolen).status == 401)
    // Those who were in before stay.
    #expect(try await world.ask(.get, "/today").status == 200)
  }

  @Test func `one who is signed in ends the session of another who took the link`() async throws {
    let world = try await world()
    let link = world.access.link()
    let stolen = try #require(self.cookie(try await world.askAsStranger(.get, link.path, firefox)))
    #expect(try await world.ask(.get, link.path).status == 410)
    #expect(try await world.askAsStranger(.get, "/today", stolen).status == 401)
  }

  @Test func `the browser that used a link may come back to it`() async throws {
    let world = try await world()
    let link = world.access.link(to: "/today")
    let own = try #require(self.cookie(try await world.askAsStranger(.get, link.path, firefox)))
    #expect(onward(try await world.askAsStranger(.get, link.path, own)) == "/today")
    #expect(try await world.askAsStranger(.get, "/today", own).status == 200)
  }

  @Test func `a link is good for a minute`() async throws {
    let clock = ManualClock()
    let world = try await world(clock)
    let (early, late) = (world.access.link(), world.access.link())
    clock.pass(seconds: 59)
    #expect(self.cookie(try await world.askAsStranger(.get, early.path, firefox)) != nil)
    #expect(world.access.codes.state(of: early.id) == .used)
    clock.pass(seconds: 1)
    let answer = try await world.askAsStranger(.get, late.path, firefox)
    #expect(answer.status == 410)
    #expect(cookie(answer) == nil)
    #expect(world.access.codes.state(of: late.id) == .expired)
    #expect(self.cookie(try await world.askAsStranger(.get, "/sign-in?code=x", firefox)) == nil)
  }

  @Test func `looking ahead uses no link up`() async throws {
    let world = try await world()
    let link = world.access.link()
    #expect(self.cookie(try await world.askAsStranger(.head, link.path, firefox)) == nil)
    var ahead = firefox
    ahead[.purpose] = "prefetch;prerender"
    #expect(self.cookie(try await world.askAsStranger(.get, link.path, ahead)) == nil)
    #expect(self.cookie(try await world.askAsStranger(.get, link.path, firefox)) != nil)
  }

  @Test(arguments: ["//evil.example", "https://evil.example/", "/\\evil.example"])
  func `a link leads to no other site`(next: String) async throws {
    let world = try await world()
    let path =
      "\(world.access.link().path.prefix { $0 != "&" })&next=\(PercentCoding.encoded(next))"
    let answer = try await world.askAsStranger(.get, path, firefox)
    #expect(onward(answer) == "/")
  }

  // MARK: Questions

  private func ask(_ world: World, _ fields: HTTPFields = [:]) async throws -> Answer {
    try await world.askAsStranger(.post, "/sign-in/ask?next=/plants/x", fields)
  }

  private func code(_ answer: Answer) -> String? {
    answer.body.firstMatch(of: #/role="status">(\d{4})</#).map { String($0.1) }
  }

  @Test func `what the person allows on the desktop lets that browser in`() async throws {
    let desktop = TestDesktop()
    let world = try await world(ManualClock(), desktop)
    let page = try await world.askAsStranger(.get, "/plants/x")
    #expect(page.body.contains("action=\"/sign-in/ask?next=%2Fplants%2Fx\""))
    let asked = try await ask(world)
    #expect(asked.status == 303)
    let way = try #require(asked[.location])
    let cookie = try #require(self.cookie(asked, SignInQuestions.cookie))
    let question = try #require(desktop.asked.last)
    let waiting = try await world.askAsStranger(.get, way, cookie)
    #expect(code(waiting) == question.code)
    #expect(onward(waiting) == way)
    #expect(waiting.body.contains("content=\"2;"))
    // Another browser does not get what this one asked for.
    #expect(world.access.answer(question.number, isAllowed: true))
    #expect(self.cookie(try await world.askAsStranger(.get, way)) == nil)
    let other: HTTPFields = [.cookie: "\(SignInQuestions.cookie)=00"]
    #expect(self.cookie(try await world.askAsStranger(.get, way, other)) == nil)
    let allowed = try await world.askAsStranger(.get, way, cookie)
    #expect(onward(allowed) == "/plants/x")
    let session = try #require(self.cookie(allowed))
    #expect(try await world.askAsStranger(.get, "/today", session).status == 200)
    // Nor a second time.
    #expect(self.cookie(try await world.askAsStranger(.get, way, cookie)) == nil)
  }

  @Test func `what the person refuses, or does not answer in time, lets nobody in`() async throws {
    let (clock, desktop) = (ManualClock(), TestDesktop())
    let world = try await world(clock, desktop)
    for isAnswered in [true, false] {
      let asked = try await ask(world)
      let cookie = try #require(self.cookie(asked, SignInQuestions.cookie))
      let number = try #require(desktop.asked.last?.number)
      if isAnswered {
        #expect(world.access.answer(number, isAllowed: false))
      } else {
        clock.pass(seconds: 120)
      }
      #expect(!world.access.answer(number, isAllowed: true))
      let answer = try await world.askAsStranger(.get, try #require(asked[.location]), cookie)
      #expect(self.cookie(answer) == nil)
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

  @Test func `who asks twice keeps the question`() async throws {
    let desktop = TestDesktop()
    let world = try await world(ManualClock(), desktop)
    let cookie = try #require(self.cookie(try await ask(world), SignInQuestions.cookie))
    #expect(try await ask(world, cookie).status == 303)
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
    away.isThere.withLock { $0 = false }
    for desktop in [nil, away] {
      let world = try await world(ManualClock(), desktop)
      #expect(!(try await world.askAsStranger(.get, "/today")).body.contains("<form"))
      let answer = try await ask(world)
      #expect(answer.status == 409)
      #expect(answer.body.contains("no desktop"))
      #expect(cookie(answer, SignInQuestions.cookie) == nil)
    }
  }

  // MARK: Sessions

  private func signOut(_ world: World, _ id: String, token: String) async throws -> Answer {
    try await world.ask(
      .post,
      "/do/shell.sign-out",
      [.contentType: "application/x-www-form-urlencoded"],
      body: "token=\(token)&session=\(id)"
    )
  }

  @Test func `the settings list the browsers, and sign each of them out`() async throws {
    let world = try await world()
    let link = world.access.link()
    let other = try #require(self.cookie(try await world.askAsStranger(.get, link.path, firefox)))
    let id = try #require(world.access.sessions.all.first { $0.id != world.session.id }?.id)
    #expect(try await world.ask(.get, "/settings").body.contains("/settings/browsers"))
    let page = try await world.ask(.get, "/settings/browsers")
    #expect(page.body.matches(of: #/<strong>Firefox on Linux<\/strong>/#).count == 2)
    #expect(page.body.matches(of: #/this one/#).count == 1)
    #expect(try await signOut(world, id, token: "00").status == 403)
    let answer = try await signOut(world, id, token: world.formToken)
    #expect(answer.status == 303)
    #expect(answer[.location] == "/settings/browsers")
    #expect(answer[.clearSiteData] == nil)
    #expect(try await world.askAsStranger(.get, "/today", other).status == 401)
    #expect(try await world.ask(.get, "/today").status == 200)
    #expect(try await signOut(world, id, token: world.formToken).status == 404)
  }

  @Test func `signing out here leaves nothing in the browser`() async throws {
    let world = try await world()
    let answer = try await signOut(world, world.session.id, token: world.formToken)
    #expect(answer.status == 303)
    #expect(answer[.location] == "/sign-in")
    #expect(answer[.clearSiteData] == "\"cache\", \"storage\"")
    #expect(answer[.setCookie]?.contains("Max-Age=0") == true)
    #expect(try await world.ask(.get, "/today").status == 401)
  }

  @Test func `a cookie is renewed once a day, for as long as the session is used`() async throws {
    let clock = ManualClock()
    let world = try await world(clock)
    #expect(try await world.ask(.get, "/today")[.setCookie] == nil)
    clock.pass(seconds: 86_400)
    let renewed = try await world.ask(.get, "/today")
    #expect(renewed[.setCookie]?.hasPrefix(world.cookie) == true)
    #expect(renewed[.setCookie]?.contains("Max-Age=34560000") == true)
    #expect(try await world.ask(.get, "/today")[.setCookie] == nil)
    clock.pass(seconds: 400 * 86_400)
    #expect(try await world.ask(.get, "/today").status == 200)
    clock.pass(seconds: 400 * 86_400 + 1)
    #expect(try await world.ask(.get, "/today").status == 401)
    #expect(world.access.sessions.all.isEmpty)
  }

  @Test func `programs sign in and out by what trellis daemon asks`() async throws {
    let world = try await world()
    let bearer: HTTPFields = [.authorization: "Bearer \(World.token)"]
    func control(_ path: String, _ body: String? = nil) async throws -> Answer {
      let method: HTTPRequest.Method = body == nil ? .get : .post
      return try await world.askAsStranger(method, "/control/\(path)", bearer, body: body ?? "")
    }
    let link = try JSON.decode(
      SignInLink.self,
      from: try await control("sign-in-links", "{\"next\":\"/today\"}").bytes
    )
    #expect(try await control("sign-in-links/\(link.id)").body == "{\"state\":\"waiting\"}")
    let cookie = try #require(self.cookie(try await world.askAsStranger(.get, link.path, firefox)))
    #expect(try await control("sign-in-links/\(link.id)").body == "{\"state\":\"used\"}")
    #expect(try await control("sessions").body.contains("Firefox on Linux"))
    #expect(try await control("sessions/revoke", "{\"id\":\"x\"}").status == 404)
    #expect(try await control("sessions/revoke", "{").status == 400)
    let all = try await control("sessions/revoke", "{\"all\":true}")
    #expect(all.body == "{\"sessions\":[]}")
    #expect(try await world.askAsStranger(.get, "/today", cookie).status == 401)
  }
}

/// A clock that a test moves.
final class ManualClock: WallClock {
  private let time = Locked(Instant(seconds: 1_800_000_000))

  func now() -> Instant { time.withLock { $0 } }

  func pass(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

/// A desktop that notes what it was asked.
final class TestDesktop: SignInDesktop {
  let isThere = Locked(true)
  private let questions = Locked<[SignInQuestion]>([])
  private let links = Locked<[String]>([])

  var canAsk: Bool { isThere.withLock { $0 } }
  var asked: [SignInQuestion] { questions.withLock { $0 } }
  var used: [String] { links.withLock { $0 } }

  func ask(_ question: SignInQuestion) { questions.withLock { $0.append(question) } }

  func linkWasUsed(_ id: String) { links.withLock { $0.append(id) } }
}
