import Core
import Glibc
import HTTPTypes
import LeakCheck
import Testing

@testable import Web

@Suite(.leavesNothingBehind) struct SecurityTests {
  private let bearer: HTTPFields = [.authorization: "Bearer \(World.token)"]

  @Test(
    arguments: [
      "evil.example:7070", "127.0.0.1", "127.0.0.1:7071", "localhost:80", "[::1]", "",
      "127.0.0.1:7070.evil.example", "xlocalhost:7070", "127.0.0.2:7070",
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

  @Test(arguments: ["127.0.0.1:7070", "localhost:7070", "LOCALHOST:7070", "[::1]:7070"])
  func `its own names are taken`(host: String) async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, "/today", host: host).status == 200)
  }

  @Test func `a request without a host is refused`() async throws {
    let world = try await World.open()
    #expect(try await world.ask(.get, "/today", host: nil).status == 403)
  }

  @Test(arguments: [
    "https://evil.example", "null", "http://127.0.0.1:7071", "http://localhost", "",
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
    let own: HTTPFields = [.origin: "http://127.0.0.1:7070", .fetchSite: "same-origin"]
    #expect(try await world.submit("test.water", fields: own).status == 303)
  }

  @Test(arguments: [nil, "Bearer", "Bearer ", "Bearer wrong", "Basic 0123456789abcdef"])
  func `orders need the token`(authorization: String?) async throws {
    let world = try await World.open()
    var fields: HTTPFields = [.contentType: "application/json"]
    fields[.authorization] = authorization
    let answer = try await world.ask(
      .post,
      "/api/v1/tracking/create-habit",
      fields,
      body: "{\"details\":{\"title\":\"Read\"}}"
    )
    #expect(answer.status == 401)
    #expect(answer[.wwwAuthenticate] == "Bearer")
    #expect(answer.member("code") == .text("token-needed"))
  }

  @Test func `other users of the machine need the token even to read`() async throws {
    let world = try await World.open()
    for user in [Connection.own.user.map { $0 + 1 }, nil] {
      let other = Connection(way: .loopback(port: World.port, remotePort: 1), user: user)
      for path in ["/today", "/api/v1/garden", "/api/v1/events", "/api/v1/tracking/all-habits"] {
        let answer = try await world.ask(.get, path, from: other)
        #expect(answer.status == 403, "\(path)")
        #expect(answer.body.contains("another user"), "\(path)")
      }
      #expect(try await world.ask(.get, "/today", bearer, from: other).status == 200)
    }
  }

  @Test func `through a socket file any name is taken and no browser may write`() async throws {
    let world = try await World.open()
    let file = Connection(way: .unixSocket, user: nil)
    #expect(try await world.ask(.get, "/today", host: "x", from: file).status == 200)
    let answer = try await world.ask(
      .post,
      "/api/v1/tracking/create-habit",
      host: "x",
      [.origin: "http://x"],
      from: file
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

  @Test func `only what is made for it may stand inside of other pages`() async throws {
    let world = try await World.open()
    func policy(_ path: String) async throws -> String {
      try await world.ask(.get, path)[.contentSecurityPolicy] ?? ""
    }
    #expect(try await policy("/widget?embed").hasSuffix("frame-ancestors *"))
    #expect(try await policy("/widget").hasSuffix("frame-ancestors 'none'"))
    #expect(try await policy("/today?embed").hasSuffix("frame-ancestors 'none'"))
  }

  @Test func `the owner of a connection is asked of the system`() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    defer { close(listener) }
    let server = try bound(listener)
    #expect(listen(listener, 1) == 0)
    let here = try bound(client)
    #expect(SocketQuery(local: here, remote: server).user() == nil)
    var address = address(server)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, size) }
    }
    #expect(result == 0)
    #expect(SocketQuery(local: here, remote: server).user() == getuid())
    // The listener on a port is not the owner of another connection from it.
    #expect(
      SocketQuery(local: server, remote: try #require(.init(address: "127.0.0.1", port: 1))).user()
        == nil
    )
  }

  private func address(_ end: SocketQuery.End) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = end.address
    address.sin_port = end.port.bigEndian
    return address
  }

  /// Binds a socket to an address of this machine, with a free port.
  private func bound(_ socket: Int32) throws -> SocketQuery.End {
    var address = address(try #require(.init(address: "127.0.0.1", port: 0)))
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(socket, $0, size) == 0)
        #expect(getsockname(socket, $0, &size) == 0)
      }
    }
    return try #require(.init(address: "127.0.0.1", port: address.sin_port.bigEndian))
  }

  @Test func `the owner of a connection is found in the system's table`() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1B9E 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1
         1: 0100007F:C350 0100007F:1B9E 06 00000000:00000000 03:00000000 00000000     0        0 0 3
         2: 0100007F:1B9E 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 2 1
         3: 0100007F:C350 0100007F:1B9E 01 00000000:00000000 00:00000000 00000000  1001        0 3 1
         4: 0501A8C0:C351 0100007F:1B9E 01 00000000:00000000 00:00000000 00000000  1002        0 4 1
      """
    #expect(SocketOwner.user(port: 0xC350, peer: 0x1B9E, in: table) == 1001)
    #expect(SocketOwner.user(port: 0xC351, peer: 0x1B9E, in: table) == nil)
    #expect(SocketOwner.user(port: 0xC350, peer: 0x1B9F, in: table) == nil)
    let table6 = """
        sl  local_address                         remote_address                        st
         0: 00000000000000000000000001000000:C350 00000000000000000000000001000000:1B9E 01 0:0 0:0 0 7 0
         1: 0000000000000000FFFF00000100007F:C351 0000000000000000FFFF00000100007F:1B9E 01 0:0 0:0 0 8 0
      """
    #expect(SocketOwner.user(port: 0xC350, peer: 0x1B9E, in: table6) == 7)
    #expect(SocketOwner.user(port: 0xC351, peer: 0x1B9E, in: table6) == 8)
  }
}
