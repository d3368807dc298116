import Accounts
import Compression
import Core
import EngineDriving
import Foundation
import HTTPTypes
import Testing

@testable import HTTPServing
@testable import trellis_server

/// Who may do what at the server.
@Suite struct AccessTests {
  /// All routes that are only for people who are signed in.
  private static let guarded: [(HTTPRequest.Method, String)] = [
    (.get, "/api/v1/sessions"), (.delete, "/api/v1/sessions"),
    (.delete, "/api/v1/sessions/00000000000000000000000000000001"), (.delete, "/api/v1/session"),
    (.get, "/api/v1/account"), (.delete, "/api/v1/account"), (.put, "/api/v1/account/password"),
    (.get, "/api/v1/account/keys"), (.put, "/api/v1/account/keys"), (.post, "/api/v1/account/data"),
    (.put, "/api/v1/sessions/seen"),
    (.post, "/api/v1/sync"), (.get, "/api/v1/sync/events"),
  ]

  @Test func `nobody reads or changes anything without a session`() async throws {
    let world = try await ServerWorld.open()
    for (method, path) in AccessTests.guarded {
      let answer = try await world.ask(method, path, method == .get ? nil : "{}")
      #expect(answer.status == 401, "\(method) \(path): \(answer.text)")
      #expect(answer.code == "signed-out", "\(method) \(path)")
    }
  }

  @Test func `a token that was revoked opens nothing`() async throws {
    let world = try await ServerWorld.open()
    let token = try await world.signUp()
    #expect(try await world.ask(.delete, "/api/v1/session", token: token).status == 204)
    for (method, path) in AccessTests.guarded {
      let answer = try await world.ask(method, path, method == .get ? nil : "{}", token: token)
      #expect(answer.status == 401, "\(method) \(path): \(answer.text)")
    }
  }

  @Test func `what is refused counts against the pace of its address, too`() async throws {
    let world = try await ServerWorld.open(
      clock: ManualClock(Instant(seconds: 1_795_176_000))
    ) { $0.callsPerMinute = 4 }
    for (path, token) in [
      ("/api/v1/account", "guessed-token"), ("/api/v1/account", "another-one"),
      ("/nothing-there", nil), ("/api/v1/nothing-there", nil),
    ] as [(String, String?)] {
      let status = try await world.ask(.get, path, token: token).status
      #expect(status == (token == nil ? 404 : 401), "\(path)")
    }
    for token in ["guessed-token", nil] {
      let answer = try await world.ask(.get, "/api/v1/account", token: token)
      #expect(answer.status == 429, "\(answer.text)")
      // What was sent ahead is not refused one by one.
      #expect(answer.headers[.connection] == "close")
    }
  }

  @Test func `a person sees and ends only their own sessions`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await world.signUp()
    let bob = try await world.signUp("bob@example.org")
    let list = try await world.ask(.get, "/api/v1/sessions", token: bob)
    let items = list.document["items"] as? [[String: Any]] ?? []
    #expect(items.count == 1)
    let id = try #require(items.first?["id"] as? String)
    #expect(try await world.ask(.delete, "/api/v1/sessions/\(id)", token: ada).status == 404)
    #expect(try await world.ask(.get, "/api/v1/account", token: bob).status == 200)
  }

  @Test func `whether an address has an account is not told`() async throws {
    let world = try await ServerWorld.open()
    _ = try await world.signUp()
    func signIn(_ email: String) async throws -> ServerAnswer {
      try await world.ask(
        .post,
        "/api/v1/sessions",
        #"{"email":"\#(email)","password":"wrong password","device":{"name":"x"}}"#
      )
    }
    let (known, unknown) = (
      try await signIn("ada@example.org"), try await signIn("eve@example.org")
    )
    #expect(known.status == 401)
    #expect(known.text == unknown.text)
    #expect(known.status == unknown.status)
    let taken = try await world.ask(
      .post,
      "/api/v1/accounts",
      #"{"email":"ada@example.org","password":"another password","device":{"name":"x"}}"#
    )
    #expect(taken.text == known.text)
  }

  @Test func `too many attempts have to wait, also for the right password`() async throws {
    let world = try await ServerWorld.open()
    _ = try await world.signUp()
    var last = 0
    for _ in 0..<20 {
      last =
        try await world.ask(
          .post,
          "/api/v1/sessions",
          #"{"email":"ada@example.org","password":"wrong password","device":{"name":"x"}}"#
        ).status
    }
    #expect(last == 429)
    let right = try await world.ask(
      .post,
      "/api/v1/sessions",
      #"{"email":"ada@example.org","password":"correct horse battery","device":{"name":"x"}}"#
    )
    #expect(right.status == 429)
    #expect(right.headers[.retryAfter] != nil)
  }

  @Test func `a page of another site changes nothing`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let others = [("session", "others")]
    for fields: HTTPFields in [[.fetchSite: "cross-site"], [.origin: "https://evil.example"]] {
      #expect(try await ada.submit("/account/sign-out", others, fields: fields).status == 403)
    }
    #expect(try await ada.get("/account").status == 200)
  }

  @Test func `the password for a proxy makes no program of a browser`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let proxy: HTTPFields = [.authorization: "Basic YWRhOnNlY3JldA=="]
    let foreign = proxy + [.origin: "https://evil.example"]
    let others = [("session", "others")]
    #expect(try await ada.submit("/account/sign-out", others, fields: foreign).status == 403)
    #expect(try await ada.get("/account", proxy).status == 200)
    let call = try await world.ask(
      .post,
      "/api/v1/profile/set-display-name",
      #"{"displayName":"By a page"}"#,
      fields: proxy + [.cookie: ada.cookie]
    )
    #expect(call.code == "token-needed", "\(call.text)")
  }

  @Test func `a form of the account is good for the session that it was shown to`() async throws {
    let world = try await ServerWorld.open()
    let ada = try await ServerBrowser.signUp(world)
    let other = try await ServerBrowser.signIn(world)
    let bob = try await ServerBrowser.signUp(world, "bob@example.org")
    let others = [("session", "others")]
    for token in [nil, "", "00", try await other.formToken(), try await bob.formToken()] {
      let values = token.map { [("token", $0)] } ?? []
      let answer = try await world.submit(
        "/account/sign-out",
        values + others,
        cookie: ada.cookie
      )
      #expect(answer.status == 403 && answer.text.contains("Nothing was changed"))
    }
    #expect(try await other.get("/account").status == 200)
    #expect(try await ada.submit("/account/sign-out", others).status == 303)
    #expect(try await other.get("/account").status == 401)
  }

  @Test func `a browser's cookie is for encrypted connections and this host alone`() async throws {
    let world = try await ServerWorld.open()
    let answer = try await world.submit(
      "/sign-up/password",
      [("email", "ada@example.org"), ("new", "correct horse battery")]
    )
    let field = try #require(answer.headers[.setCookie])
    for part in ["__Host-", "Secure", "HttpOnly", "SameSite=Lax", "Path=/"] {
      #expect(field.contains(part), "\(field)")
    }
    let page = try await world.ask(.get, "/account", fields: [.cookie: try #require(answer.cookie)])
    #expect(page.headers[.strictTransportSecurity] != nil)
    #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
    #expect(page.headers[.cacheControl] == "no-store")
  }

  @Test func `a device's token is no browser's cookie`() async throws {
    let world = try await ServerWorld.open()
    let token = try await world.signUp()
    let page = try await world.ask(.get, "/account", fields: [.cookie: "__Host-trellis=\(token)"])
    #expect(page.status == 401)
  }

  @Test func `what is typed is shown as text`() async throws {
    let world = try await ServerWorld.open()
    let token = try await world.ask(
      .post,
      "/api/v1/accounts",
      #"""
      {"email":"ada@example.org","password":"correct horse battery",
       "device":{"name":"<script>alert(1)</script>"}}
      """#
    )
    #expect(token.status == 201)
    let browser = try await world.submit(
      "/sign-in/password",
      [("email", "ada@example.org"), ("password", "correct horse battery")]
    )
    let cookie = try #require(browser.cookie)
    let page = try await world.ask(.get, "/account", fields: [.cookie: cookie])
    #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!page.text.contains("<script>alert"))
  }

  @Test func `broken requests are refused in words`() async throws {
    let world = try await ServerWorld.open()
    let token = try await world.signUp()
    for body in ["", "{", String(repeating: "[", count: 5000)] {
      let answer = try await world.ask(.post, "/api/v1/sessions", body)
      #expect(answer.status == 400, "\(body.prefix(20)): \(answer.text)")
      #expect(answer.code == "bad-json")
    }
    for body in ["[]", "{}", "{\"email\":7}"] {
      let answer = try await world.ask(.post, "/api/v1/sessions", body)
      #expect(answer.status == 422, "\(body): \(answer.text)")
      #expect(answer.code == "bad-fields")
    }
    let large = String(repeating: "x", count: 100_000)
    #expect(try await world.ask(.post, "/api/v1/sessions", large).status == 413)
    let foreign = try await world.ask(.post, "/api/v1/sync", "{\"hello\":1}", token: token)
    #expect(foreign.status == 400)
    #expect(foreign.code == "foreign-protocol")
    #expect(try await world.ask(.post, "/nothing", "{}").status == 404)
    #expect(try await world.ask(.get, "/api/v1/sync", token: token).status == 405)
  }

  @Test func `a page asked for with a token that is good no more is the page for signing in`()
    async throws
  {
    let world = try await ServerWorld.open()
    let token = try await world.signUp()
    #expect(try await world.ask(.delete, "/api/v1/session", token: token).status == 204)
    let page = try await world.ask(.get, "/week", token: token)
    #expect(page.status == 401)
    #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
    #expect(page.text.contains("/sign-in"))
    #expect(page.text.contains("%2Fweek"), "it leads back")
    let document = try await world.ask(.get, "/api/v1/account", token: token)
    #expect(document.status == 401)
    #expect(document.code == "signed-out")
  }

  @Test
  func `an address that cannot be read is answered with a page, and to programs with a document`()
    async throws
  {
    let world = try await ServerWorld.open()
    for path in ["/today?from=%", "/sign-up?invitation=%ff%fe", "/habits/%00", "/apiary?x=%"] {
      let answer = try await world.ask(.get, path, fields: [.accept: "text/html"])
      #expect(answer.status == 400, "\(path)")
      #expect(answer.headers[.contentType]?.hasPrefix("text/html") == true, "\(path)")
      #expect(answer.headers[.contentSecurityPolicy]?.contains("style-src") == true, "\(path)")
      #expect(answer.text.contains("cannot be read"), "\(path)")
    }
    for path in ["/api/v1/sync?x=%", "/health/ready?x=%", "/v1/%00"] {
      let answer = try await world.ask(.get, path)
      #expect(answer.status == 400, "\(path)")
      #expect(answer.headers[.contentType] == "application/problem+json", "\(path)")
      #expect(answer.code == "bad-address", "\(path)")
    }
  }

  @Test func `what a small body stands for is bounded`() async throws {
    let world = try await ServerWorld.open()
    let token = try await world.signUp()
    let bomb = try #require(Gzip.compress([UInt8](repeating: 0, count: 64 << 20), .quick))
    #expect(bomb.count < 1 << 20)
    let packed = try await world.ask(
      .post,
      "/api/v1/sync",
      body: bomb,
      token: token,
      fields: [.contentType: "application/json", .contentEncoding: "gzip"]
    )
    #expect(packed.status == 400, "\(packed.text)")
    let garbage = try await world.ask(
      .post,
      "/api/v1/sync",
      "not packed",
      token: token,
      fields: [.contentType: "application/json", .contentEncoding: "gzip"]
    )
    #expect(garbage.status == 400)
  }

  @Test func `a body that is compressed is read by the sync alone`() async throws {
    let world = try await ServerWorld.open()
    let body = #"{"email":"a@example.org","password":"correct horse","device":{"name":"x"}}"#
    let packed = try #require(Gzip.compress(Array(body.utf8), .quick))
    for path in ["/api/v1/accounts", "/api/v1/sessions"] {
      let answer = try await world.ask(
        .post,
        path,
        body: packed,
        fields: [.contentType: "application/json", .contentEncoding: "gzip"]
      )
      #expect(answer.status == 415, "\(path)")
      #expect(answer.code == "unsupported-media-type", "\(path)")
      #expect(answer.headers[.acceptEncoding] == "identity", "\(path)")
    }
    let plain = try await world.ask(
      .post,
      "/api/v1/accounts",
      body: Array(body.utf8),
      fields: [.contentType: "application/json", .contentEncoding: "identity"]
    )
    #expect(plain.code != "unsupported-media-type")
  }

  @Test func `a closed server and one by invitation take nobody else`() async throws {
    let closed = try await ServerWorld.open { $0.accounts.signUp = .closed }
    let body = #"{"email":"a@example.org","password":"correct horse","device":{"name":"x"}}"#
    #expect(try await closed.ask(.post, "/api/v1/accounts", body).code == "sign-up-closed")
    let invited = try await ServerWorld.open { $0.accounts.signUp = .invitation }
    #expect(try await invited.ask(.post, "/api/v1/accounts", body).code == "invitation-needed")
    let code = try await invited.stores.accounts.invite(by: .operator).code
    let with = body.dropLast() + ",\"invitation\":\"\(code)\"}"
    #expect(try await invited.ask(.post, "/api/v1/accounts", String(with)).status == 201)
    let again = with.replacingOccurrences(of: "a@", with: "b@")
    #expect(try await invited.ask(.post, "/api/v1/accounts", again).code == "bad-invitation")
  }

  @Test func `a device is linked by a code that a browser confirms`() async throws {
    let clock = ManualClock(Instant(seconds: 1_795_176_000))
    let world = try await ServerWorld.open(clock: clock)
    let ada = try await ServerBrowser.signUp(world)
    let begun = try await world.ask(
      .post,
      "/api/v1/device-codes",
      #"{"device":{"name":"Phone"}}"#
    )
    let device = try #require(begun.document["deviceCode"] as? String)
    let code = try #require(begun.document["userCode"] as? String)
    #expect((begun.document["page"] as? String) == "https://\(ServerWorld.host)/link")
    let redeem = #"{"deviceCode":"\#(device)"}"#
    #expect(try await world.ask(.post, "/api/v1/device-codes/redeem", redeem).status == 202)
    let look = try await ada.submit("/link", [("code", code.lowercased())])
    #expect(look.text.contains("Phone"))
    let answer = [("code", code), ("answer", "allow")]
    #expect(try await ada.submit("/link/answer", answer).status == 200)
    // Once it is good no more, another code can be typed at once.
    let late = try await ada.submit("/link/answer", answer)
    #expect(late.status == 410, "\(late.text)")
    #expect(late.text.contains("action=\"/link\"") && late.text.contains("value=\"\(code)\""))
    #expect(late.text.ranges(of: "This code cannot be used").count == 1, "\(late.text)")
    // Too soon is told as such, and costs nothing.
    let soon = try await world.ask(.post, "/api/v1/device-codes/redeem", redeem)
    #expect(soon.status == 429 && soon.code == "slow-down", "\(soon.text)")
    #expect(soon.headers[.retryAfter] == "10")
    clock.set(clock.now().advanced(bySeconds: 10))
    let linked = try await world.ask(.post, "/api/v1/device-codes/redeem", redeem)
    #expect(linked.status == 201 && linked.document["token"] is String, "\(linked.text)")
  }

  @Test func `deleting the account erases what was kept`() async throws {
    let world = try await ServerWorld.open()
    let token = try await world.signUp()
    let wrong = try await world.ask(
      .delete,
      "/api/v1/account",
      #"{"password":"not it at all"}"#,
      token: token
    )
    #expect(wrong.status == 401)
    let right = try await world.ask(
      .delete,
      "/api/v1/account",
      #"{"password":"correct horse battery"}"#,
      token: token
    )
    #expect(right.status == 204)
    #expect(try await world.ask(.get, "/api/v1/account", token: token).status == 401)
  }
}
