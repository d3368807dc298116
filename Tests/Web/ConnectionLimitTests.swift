import Core
import Glibc
import LeakCheck
import Locks
import Testing

@testable import Web

/// Who gets a connection when many want one.
@Suite(.serialized, .leavesNothingBehind) struct ConnectionLimitTests {
  private func request(_ port: Int, _ fields: String = "") -> String {
    "GET /today HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\r\n"
  }

  private let bearer = "Authorization: Bearer \(World.token)\r\n"

  @Test func `700 idle connections keep nobody out`() async throws {
    try await TestServer.run { port, _ in
      let own = try Wire(port: port)
      own.send(request(port, bearer))
      #expect(await own.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
      var crowd: [Wire] = []
      for _ in 0..<700 { crowd.append(try Wire(port: port)) }
      // A connection that the person had, and a new one.
      own.send(request(port, bearer))
      #expect(await own.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
      let new = try Wire(port: port)
      new.send(request(port, bearer))
      #expect(await new.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
      // The first to come were the first to go.
      #expect(await crowd[0].ends())
    }
  }

  @Test func `one who says nothing is sent away soon, and one who proves who they are is not`()
    async throws
  {
    try await TestServer.run({ $0.limits.connections.patience = 1 }) { port, _ in
      let (silent, stranger) = (try Wire(port: port), try Wire(port: port))
      let own = try Wire(port: port)
      stranger.send(request(port))
      own.send(request(port, bearer))
      #expect(await own.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
      #expect(await stranger.receive { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 307"))
      silent.send("GET / HTTP/1.1\r\nHost: 127.")
      #expect(await silent.ends())
      #expect(await stranger.ends())
      own.send(request(port, bearer))
      #expect(await own.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `a stranger's body is not read`() async throws {
    try await TestServer.run { port, _ in
      let wire = try Wire(port: port)
      wire.send(
        "POST /api/v1/tracking/create-habit HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
          + "Content-Length: 100000000\r\n\r\n"
      )
      #expect(await wire.receive { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 401"))
      #expect(await wire.ends())
    }
  }

  @Test func `both addresses of this machine are its own`() async throws {
    try await TestServer.run { port, _ in
      guard let wire = try? Wire(port6: port) else {
        // A machine without IPv6 has no such address that another program could take.
        #expect(errno == EADDRNOTAVAIL || errno == EAFNOSUPPORT)
        return
      }
      wire.send("GET /today HTTP/1.1\r\nHost: [::1]:\(port)\r\n\(bearer)\r\n")
      #expect(await wire.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `a port that another program holds on one address is in use`() async throws {
    let other = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(other) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(other, $0, size) == 0 && listen(other, 1) == 0 && getsockname(other, $0, &size) == 0
      }
    }
    // Without IPv6 there is nothing to hold.
    guard isBound else { return }
    let port = Int(address.sin6_port.bigEndian)
    await #expect(throws: (any Error).self) {
      try await TestServer.run({ $0.listeners = [.loopback(port: port)] }) { _, _ in
        Issue.record("It listens although another program does.")
      }
    }
  }
}
