import Core
import HTTPTypes
import LeakCheck
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.leavesNothingBehind) struct SecurityTests {
  private let bearer: HTTPFields = [.authorization: "Bearer \(World.token)"]

  @Test(
    arguments: [
      "evil.example:7070", "127.0.0.1", "127.0.0.1:7071", "localhost:80", "[::1]", "",
      "127.0.0.1:7070.evil.example", "xlocalhost:7070", "127.0.0.2:7070", World.name,
      "x\(World.name):7070", "trellis-00000000.localhost:7070",
    ]
  )
  func `another name for this machine is refused everywhere`(host: String) async throws {
    let world = try await World.open()
    let paths = [
      "/", "/api/v1/garden", "/api/v1/events", "/sw.js", "/nothing", Assets.all.path(of: "app.css"),
    ]
    for path in paths {
      let answer = try await world.ask(.get, path, host: host, bearer)
      #expect(answer.status == 403, "\(path)")
      #expect(!answer.body.contains("<nav"), "\(path)")
    }
  }

  @Test func `an address that cannot be read is 400, in words`() async throws {
    let world = try await World.open()
    for path in ["/today?from=%", "/today/%ff%fe", "/%00", "today", "http://elsewhere/today"] {
      let page = try await world.ask(.get, path)
      #expect(page.status == 400, "\(path)")
      #expect(page.headers[.contentType]?.hasPrefix("text/html") == true, "\(path)")
      #expect(page.body.contains("This address cannot be read."), "\(path)")
      let stranger = try await world.askAsStranger(.get, path)
      #expect(stranger.status == 400, "\(path)")
      #expect(!stranger.body.contains("<nav"), "\(path)")
      let program = try await world.askAsStranger(.get, path, bearer)
      #expect(program.status == 400, "\(path)")
    }
    for path in ["/api/v1/garden?day=%", "/api/v1/%ff%fe"] {
      let answer = try await world.ask(.get, path, bearer)
      #expect(answer.status == 400, "\(path)")
      #expect(answer.headers[.contentType] == "application/problem+json", "\(path)")
      #expect(answer.member("code") == .text("bad-address"), "\(path)")
    }
  }

  @Test func `its own name is taken, in any case of letters`() async throws {
    let world = try await World.open()
    #expect(World.name.hasPrefix("trellis-"))
    #expect(World.name.hasSuffix(".localhost"))
    for host in [World.authority, World.authority.uppercased()] {
      #expect(try await world.ask(.get, "/today", host: host).status == 200)
    }
    let other = Secrets.localName(secret: [UInt8](repeating: 8, count: 32))
    #expect(other != World.name)
  }

  @Test(arguments: ["127.0.0.1:7070", "localhost:7070", "LOCALHOST:7070", "[::1]:7070"])
  func `other names of this machine serve programs, and show browsers how to get in`(
    host: String
  ) async throws {
    let world = try await World.open()
    for isSignedIn in [false, true] {
      let page = try await world.ask(.get, "/plants/x?q=1", host: host, isSignedIn: isSignedIn)
      #expect(page.status == 401)
      #expect(page.body.contains("trellis daemon open"))
      #expect(!page.body.contains("<h1>x</h1>"))
      let form = try await world.ask(.post, "/do/test.water", host: host, isSignedIn: isSignedIn)
      #expect(form.status == 401)
    }
    let api = try await world.ask(.get, "/api/v1/garden", host: host)
    #expect(api.status == 401)
    #expect(try await world.askAsStranger(.get, "/today", host: host, bearer).status == 200)
    #expect(try await world.askAsStranger(.get, "/api/v1/garden", host: host, bearer).status == 200)
  }

  @Test(arguments: ["127.0.0.1:7070", "localhost:7070", "[::1]:7070", "evil.example:7070"])
  func `one who is not let in does not learn the app's name`(host: String) async throws {
    let world = try await World.open()
    let paths = [
      "/", "/today", "/sign-in", "/sign-in?code=x", "/sign-in/wait?asking=x", "/api/v1/garden",
      "/manifest.webmanifest", "/sw.js", "/theme.css", "/nothing", "//", "/today/",
    ]
    for path in paths {
      for method in [HTTPRequest.Method.get, .post] {
        let answer = try await world.askAsStranger(method, path, host: host)
        let told = answer.body + answer.headers.map { "\($0.name): \($0.value)" }.joined()
        #expect(!told.contains(World.name), "\(method) \(path)")
        #expect(!told.contains("trellis-"), "\(method) \(path)")
      }
    }
  }

  @Test func `a target that names another host than the request is not read`() async throws {
    let world = try await World.open()
    let own = try await world.ask(.get, "http://\(World.authority)/plants/x?q=1")
    #expect(own.body.contains("<h1>x</h1><p>1</p>"))
    for host in ["evil.example", "127.0.0.1:7070", "\(World.authority).evil.example", ""] {
      #expect(try await world.ask(.get, "http://\(host)/today").status == 400, "\(host)")
    }
  }

  @Test(arguments: [
    "/", "/today", "/settings", "/settings/browsers", "/plants/x", "/nothing", "/offline",
    "/pictures/a.txt", "/api/v1/garden", "/api/v1/events", "/api/v1/openapi.json",
    "/api/v1/tracking/all-habits", "/control/sessions", "/control/sign-in-links/x",
  ])
  func `without a principal nothing is read`(path: String) async throws {
    let world = try await World.open()
    let isForProgram = path.hasPrefix("/api/") || path.hasPrefix("/control/")
    for method in [HTTPRequest.Method.get, .head, .post] {
      let answer = try await world.askAsStranger(method, path)
      #expect(answer.status == 401, "\(method)")
      #expect(answer[.wwwAuthenticate] == "Bearer")
      #expect(answer[.cacheControl] == "no-store")
      #expect(answer[.setCookie] == nil)
      guard method == .get else { continue }
      if isForProgram {
        #expect(answer[.contentType] == "application/problem+json")
      } else {
        #expect(answer.body.contains("trellis daemon open"))
        #expect(!answer.body.contains("<nav"))
        #expect(!answer.body.contains("<script"))
      }
    }
  }

  @Test func `what the sign-in page needs is open to everybody, and the same for all`()
    async throws
  {
    let world = try await World.open()
    let paths = [
      "/sign-in", "/sw.js", "/theme.css", "/theme-pages.css", "/theme-dark.css",
      "/manifest.webmanifest",
      Assets.all.path(of: "app.css"),
      Assets.all.path(of: "hobbyist.svg"),
    ]
    for path in paths {
      let answer = try await world.askAsStranger(.get, path)
      #expect(answer.status == 200, "\(path)")
      guard path != "/sign-in" else { continue }
      #expect(try await world.ask(.get, path).bytes == answer.bytes, "\(path)")
    }
    let page = try await world.askAsStranger(.get, "/sign-in")
    let links = page.body.matches(of: #/(?:href|src)="([^"]+)"/#).map { String($0.1) }
    #expect(!links.isEmpty)
    for link in links where link.hasPrefix("/") {
      #expect(try await world.askAsStranger(.get, link).status == 200, "\(link)")
    }
  }

  @Test func `a stranger's body is not waited for`() async throws {
    let world = try await World.open()
    let fields: HTTPFields = [.contentLength: "1000", .contentType: "application/json"]
    let answer = try await world.askAsStranger(.post, "/api/v1/tracking/create-habit", fields)
    #expect(answer.status == 401)
    #expect(answer[.connection] == "close")
  }

  @Test func `a browser that is signed in reads, but gives orders by forms alone`() async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, "/api/v1/garden").status == 200)
    let order = try await world.ask(.post, "/api/v1/tracking/create-habit", body: "{}")
    #expect(order.status == 401)
    #expect(try await world.ask(.get, "/control/sessions").status == 401)
  }

  @Test func `a request without a host is refused`() async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, "/today", host: nil).status == 403)
  }

  @Test(arguments: [
    "https://evil.example", "null", "http://127.0.0.1:7070", "http://localhost:7070", "",
    "https://\(World.authority)", "http://\(World.name)",
  ])
  func `what another site sends changes nothing`(origin: String) async throws {
    let world = try await World.open()
    #expect(try await world.submit("test.water", fields: [.origin: origin]).status == 403)
    let order = try await world.order("tracking/create-habit", "{}", [.origin: origin])
    #expect(order.status == 403)
  }

  @Test(arguments: ["cross-site", "same-site"])
  func `what the browser says comes from elsewhere changes nothing`(site: String) async throws {
    let world = try await World.open()
    #expect(try await world.submit("test.water", fields: [.fetchSite: site]).status == 403)
  }

  @Test func `its own pages may send forms`() async throws {
    let world = try await World.open()
    let own: HTTPFields = [.origin: "http://\(World.authority)", .fetchSite: "same-origin"]
    #expect(try await world.submit("test.water", fields: own).status == 303)
  }

  @Test(arguments: [nil, "Bearer", "Bearer ", "Bearer wrong", "Basic 0123456789abcdef"])
  func `orders need the token`(authorization: String?) async throws {
    let world = try await World.open()
    var fields: HTTPFields = [.contentType: "application/json"]
    fields[.authorization] = authorization
    let answer = try await world.askAsStranger(
      .post,
      "/api/v1/tracking/create-habit",
      fields,
      body: "{\"details\":{\"title\":\"Read\"}}"
    )
    #expect(answer.status == 401)
    #expect(answer[.wwwAuthenticate] == "Bearer")
    #expect(answer.member("code") == .text("token-needed"))
  }

  @Test func `through a socket file any name is taken and no browser may write`() async throws {
    let world = try await World.open()
    let page = try await world.ask(.get, "/today", host: "x", from: .unixSocket, isSignedIn: false)
    #expect(page.status == 200)
    let answer = try await world.ask(
      .post,
      "/api/v1/tracking/create-habit",
      host: "x",
      [.origin: "http://x"],
      from: .unixSocket,
      isSignedIn: false
    )
    #expect(answer.status == 403)
  }

  @Test func `every answer is protected, errors too`() async throws {
    let world = try await World.open()
    for path in ["/today", "/nothing", "/broken", "/api/v1/garden", "/api/v1/nothing", "/%"] {
      let answer = try await world.ask(.get, path)
      #expect(answer[.contentSecurityPolicy]?.contains("default-src 'none'") == true, "\(path)")
      #expect(answer[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
      #expect(answer[.xContentTypeOptions] == "nosniff")
      let isPage = !path.hasPrefix("/api/")
      #expect(answer[.referrerPolicy] == (isPage ? "same-origin" : nil))
      #expect(answer[.openerPolicy] == (isPage ? "same-origin" : nil))
      #expect(answer[.cacheControl] == "no-store")
      #expect(answer[.accessControlAllowOrigin] == nil)
    }
  }
}
