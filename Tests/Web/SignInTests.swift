import Core
import EngineDriving
import HTTPTypes
import LeakCheck
import Testing

@testable import HTTPServing
@testable import Web

/// How browsers are let in and out, as they see it.
@Suite(.leavesNothingBehind) struct SignInTests {
  let firefox: HTTPFields = [
    .userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    .fetchSite: "none",
  ]

  /// The cookie that an answer sets, as the browser sends it back.
  func cookie(_ answer: Answer) -> HTTPFields? {
    let set = answer.headers[values: .setCookie].first { $0.hasPrefix("\(WebSession.cookie)=") }
    return set.map { [.cookie: String($0.prefix { $0 != ";" })] }
  }

  func onward(_ answer: Answer) -> String? {
    answer.body.firstMatch(of: #/http-equiv="refresh" content="\d+;url=([^"]+)"/#)
      .map { String($0.1).split(separator: "&amp;").joined(separator: "&") }
  }

  func world(
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
    for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=7776000"] {
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
    // The one that is signed in already keeps its session.
    let known = try await world.ask(.get, again)
    #expect(onward(known) == "/")
    #expect(world.access.sessions.all.count == count)
  }

  @Test func `signing in again keeps the session and replaces its cookie`() async throws {
    let world = try await world()
    let answer = try await world.ask(.get, world.access.link().path, firefox)
    let cookie = try #require(self.cookie(answer))
    #expect(world.access.sessions.all.map(\.id) == [world.session.id])
    #expect(try await world.ask(.get, "/today").status == 401)
    let page = try await world.askAsStranger(.get, "/today", cookie)
    #expect(page.status == 200)
    // A form of a page from before, which may wait in the browser's queue, is still taken.
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let sent = try await world.askAsStranger(
      .post,
      "/do/test.water",
      cookie + form,
      body: "token=\(world.formToken)&back=/today"
    )
    #expect(sent.status == 303)
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
    #expect(renewed[.setCookie]?.contains("Max-Age=7776000") == true)
    #expect(try await world.ask(.get, "/today")[.setCookie] == nil)
    clock.pass(seconds: 90 * 86_400)
    #expect(try await world.ask(.get, "/today").status == 200)
    clock.pass(seconds: 90 * 86_400 + 1)
    #expect(try await world.ask(.get, "/today").status == 401)
    #expect(world.access.sessions.all.isEmpty)
  }

  @Test func `a session that is used for ever ends after 400 days`() async throws {
    let clock = ManualClock()
    let world = try await world(clock)
    for _ in 0..<10 {
      clock.pass(seconds: 40 * 86_400)
      #expect(try await world.ask(.get, "/today").status == 200)
    }
    clock.pass(seconds: 1)
    #expect(try await world.ask(.get, "/today").status == 401)
  }

  @Test func `another browser is signed out only by one that signed in a short while ago`()
    async throws
  {
    let clock = ManualClock()
    let world = try await world(clock)
    let (other, token) = try world.access.sessions.begin(browser: "Chrome on Android")
    clock.pass(seconds: 600)
    let answer = try await signOut(world, other.id, token: world.formToken)
    #expect(answer.status == 401)
    #expect(answer.body.contains("last ten minutes"))
    #expect(world.access.sessions.use(token) != nil)
    let again = try await world.ask(.get, world.access.link(to: "/settings/browsers").path, firefox)
    let cookie = try #require(self.cookie(again))
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let body = "token=\(world.formToken)&session=\(other.id)"
    let sent = try await world.askAsStranger(.post, "/do/shell.sign-out", cookie + form, body: body)
    #expect(sent.status == 303)
    #expect(world.access.sessions.use(token) == nil)
  }

  @Test func `the settings have a button that signs out here`() async throws {
    let world = try await world()
    let page = try await world.ask(.get, "/settings")
    #expect(page.body.contains("action=\"/do/shell.sign-out\""))
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    let body = "token=\(world.formToken)"
    let answer = try await world.ask(.post, "/do/shell.sign-out", form, body: body)
    #expect(answer[.location] == "/sign-in")
    #expect(try await world.ask(.get, "/today").status == 401)
  }

  // MARK: Programs

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
    #expect(all.body.contains("\"sessions\":[]"))
    #expect(try await world.askAsStranger(.get, "/today", cookie).status == 401)
  }
}
