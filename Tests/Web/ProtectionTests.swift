import Core
import HTTPTypes
import LeakCheck
import Pages
import Testing

@testable import HTTPServing
@testable import Web

/// What holds for every answer and every secret, whoever asks.
@Suite(.serialized, .leavesNothingBehind) struct ProtectionTests {
  // MARK: Requests

  @Test func `an address is decoded once`() async throws {
    let world = try await World.open()
    let page = try await world.ask(.get, "/plants/%2541?q=%2541")
    #expect(page.body.contains("<h1>%41</h1><p>%41</p>"))
  }

  @Test func `what stands in an address is encoded for it`() {
    let access = BrowserAccess(sessions: SessionStore(path: nil))
    let path = access.link(to: "/plants/x?q=1&code=0").path
    #expect(path.hasSuffix("&next=%2Fplants%2Fx%3Fq%3D1%26code%3D0"))
    #expect(access.link(to: "javascript:alert(1)").path.hasSuffix("&next=%2F"))
    #expect(PercentCoding.encoded("ä \r\n\"<") == "%C3%A4%20%0D%0A%22%3C")
  }

  @Test func `what a proxy would say is not believed`() async throws {
    let world = try await World.open()
    for name in ["X-Forwarded-Host", "X-Original-Host", "X-Host", "Forwarded"] {
      var fields: HTTPFields = [:]
      fields[try #require(HTTPField.Name(name))] = World.authority
      let answer = try await world.ask(.get, "/today", host: "evil.example:7070", fields)
      #expect(answer.status == 403, "\(name)")
    }
  }

  @Test(
    arguments: [
      "Content-Length: 4\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: chunked\r\nContent-Length: 4",
      "Content-Length: 4\r\nContent-Length: 5", "Content-Length : 4",
      "Content-Length: 4\r\nHost: evil.example",
    ].map { ("1.1", $0) } + [("1.0", "Transfer-Encoding: chunked")]
  )
  func `a message whose end is unclear is refused, and nothing behind it is read`(
    version: String,
    fields: String
  ) async throws {
    try await TestServer.run { port, _ in
      let wire = try Wire(port: port)
      let head =
        "HTTP/\(version)\r\nHost: 127.0.0.1:\(port)\r\nConnection: keep-alive\r\n"
        + "Authorization: Bearer \(World.token)\r\n"
      wire.send(
        "POST /api/v1/tracking/create-habit \(head)Content-Type: application/json\r\n\(fields)\r\n\r\n"
          + "0\r\n\r\nGET /today \(head)\r\n"
      )
      let text = await wire.receive()
      #expect(text.hasPrefix("HTTP/1.1 400"))
      #expect(!text.contains("<h1>Today"))
    }
  }

  @Test(arguments: ["\u{1}", "\u{1B}[31m", "\u{7F}", "\n"])
  func `no control character gets further than the wire`(text: String) async throws {
    try await TestServer.run { port, _ in
      let wire = try Wire(port: port)
      wire.send(
        "GET /plants/a\(text)b HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
          + "Authorization: Bearer \(World.token)\r\n\r\n"
      )
      #expect(await wire.receive { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 400"))
    }
  }

  // MARK: Answers

  @Test func `pages load from the app alone, and data loads nothing`() async throws {
    let world = try await World.open()
    for path in ["/today", "/nothing", "/broken", "/sign-in"] {
      let policy = try #require(try await world.ask(.get, path)[.contentSecurityPolicy])
      let rules = policy.split(separator: "; ").map(String.init)
      for rule in [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
        "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
      ] {
        #expect(rules.contains(rule), "\(path): \(rule)")
      }
      for word in ["unsafe", "*", "http"] { #expect(!policy.contains(word), "\(path): \(word)") }
    }
    let data = try await world.ask(.get, "/api/v1/garden")[.contentSecurityPolicy]
    #expect(data == "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
  }

  @Test(arguments: ["https://evil.example", "null", "http://\(World.authority)"])
  func `no page of another site may read an answer`(origin: String) async throws {
    let world = try await World.open()
    for path in ["/today", "/api/v1/garden", "/sign-in", "/theme.css"] {
      let answer = try await world.ask(.get, path, [.origin: origin])
      #expect(answer[.accessControlAllowOrigin] == nil, "\(path)")
      #expect(answer[.resourcePolicy] == "same-origin", "\(path)")
    }
  }

  @Test func `every text says how it is encoded`() async throws {
    let world = try await World.open()
    let paths = [
      "/today", "/nothing", "/theme.css", "/sw.js", "/api/v1/events",
      Assets.all.path(of: "app.css"), Assets.all.path(of: "app.js"),
      Assets.all.path(of: "hobbyist.svg"),
    ]
    for path in paths {
      let type = try #require(try await world.ask(.head, path)[.contentType])
      #expect(type.hasSuffix("; charset=utf-8"), "\(path): \(type)")
    }
  }

  @Test func `every cookie is for this site alone, and out of reach of scripts`() async throws {
    let world = try await World.open()
    let answers = [
      try await world.askAsStranger(.get, world.access.link().path, [.fetchSite: "none"]),
      try await world.submit("test.water", [("plant", "cookie palm")]),
      try await world.submit("test.plant", [("height", "99")]),
    ]
    for answer in answers {
      let cookies = answer.headers[values: .setCookie]
      #expect(!cookies.isEmpty)
      for cookie in cookies {
        for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age="] {
          #expect(cookie.contains(part), "\(cookie)")
        }
        #expect(!cookie.contains("Domain"), "\(cookie)")
      }
    }
  }

  // MARK: Secrets

  @Test func `tokens are longer than anybody can guess, and none comes twice`() throws {
    let tokens = (0..<1000).map { _ in RandomToken.make(bytes: 32) }
    #expect(Set(tokens).count == 1000)
    #expect(tokens.allSatisfy { $0.count == 64 })
    let access = BrowserAccess(sessions: SessionStore(path: nil))
    let codes = try (0..<50).map { _ in
      String(try #require(access.link().path.firstMatch(of: #/code=([0-9a-f]+)&/#)).1)
    }
    #expect(Set(codes).count == 50)
    #expect(codes.allSatisfy { $0.count == 32 })
    let secrets = Secrets(token: "", secret: World.secret)
    let embedding = try EmbeddingStore(path: nil).current()
    #expect(embedding.showingKey.count == 32)
    #expect(embedding.actingKey.count == 32)
    #expect(embedding.actingKey != embedding.showingKey)
    #expect(secrets.signature(of: "", for: "message").count == 64)
  }

  @Test func `what is signed is good for its purpose and its home alone`() {
    let own = Secrets(token: "", secret: World.secret)
    let other = Secrets(token: "", secret: [UInt8](repeating: 8, count: 32))
    let signature = own.signature(of: "text", for: "message")
    #expect(own.isSigned("text", by: signature, for: "message"))
    #expect(!own.isSigned("texts", by: signature, for: "message"))
    #expect(!own.isSigned("text", by: signature, for: "embedding"))
    #expect(!own.isSigned("text", by: "", for: "message"))
    #expect(!other.isSigned("text", by: signature, for: "message"))
    #expect(!other.admits(formToken: own.formToken(for: .program), of: .program))
    #expect(!own.admits(formToken: own.formToken(for: .embedding(.acting)), of: .program))
  }
}
