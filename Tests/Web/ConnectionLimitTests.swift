import Core
import Glibc
import LeakCheck
import Locks
import NIOCore
import Testing

@testable import HTTPServing
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
      let crowd = try await Wire.crowd(700, port: port)
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

  @Test func `those who do not read what they asked for keep nobody out`() async throws {
    let few: (inout WebConfiguration) -> Void = { $0.limits.connections.strangers = 2 }
    try await TestServer.run(few) { port, _ in
      let path = Assets.all.path(of: "app.css")
      let file = "GET \(path) HTTP/1.1\r\nHost: \(World.name):\(port)\r\n\r\n"
      let crowd = [try Wire(port: port), try Wire(port: port)]
      for wire in crowd { wire.send(String(repeating: file, count: 1500)) }
      let new = try Wire(port: port)
      new.send(request(port, bearer))
      #expect(await new.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `one who says nothing is sent away soon, and one who proves who they are is not`()
    async throws
  {
    try await TestServer.run({ $0.limits.connections.strangerIdleTimeout = 1 }) { port, _ in
      let (silent, stranger) = (try Wire(port: port), try Wire(port: port))
      let own = try Wire(port: port)
      stranger.send(request(port))
      own.send(request(port, bearer))
      #expect(await own.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
      #expect(await stranger.receive { $0.contains("\r\n\r\n") }.hasPrefix("HTTP/1.1 401"))
      silent.send("GET / HTTP/1.1\r\nHost: 127.")
      #expect(await silent.ends())
      #expect(await stranger.ends())
      own.send(request(port, bearer))
      #expect(await own.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `one without a principal gets one answer for all that it sends at once`() async throws
  {
    try await TestServer.run { port, _ in
      let stranger = try Wire(port: port)
      stranger.send(String(repeating: request(port), count: 100))
      let text = await stranger.receive()
      #expect(text.ranges(of: "HTTP/1.1 401").count == 1)
      #expect(text.contains("Connection: close") || text.contains("connection: close"))
      #expect(text.contains("</html>"))
      let own = try Wire(port: port)
      own.send(String(repeating: request(port, bearer), count: 3))
      #expect(
        await own.receive { $0.ranges(of: "</html>").count == 3 }.ranges(of: "</html>").count == 3
      )
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

  @Test func `sockets that are open already are served, and stay open`() async throws {
    let held = try #require(HeldPort.ipv4())
    defer { close(held.descriptor) }
    let sockets = try LoopbackSockets.take([held.descriptor])
    defer { sockets.close() }
    let open: (inout WebConfiguration) -> Void = { $0.listeners = [.loopback(sockets)] }
    for _ in 0..<2 {
      try await TestServer.run(open) { port, _ in
        #expect(port == held.port)
        // Its counterpart of IPv6 is opened as well, where there is one.
        for wire in [try Wire(port: port), try? Wire(port6: port)].compactMap(\.self) {
          wire.send(request(port, bearer))
          #expect(await wire.receive { $0.contains("</html>") }.hasPrefix("HTTP/1.1 200"))
        }
      }
      // Who comes meanwhile waits.
      _ = try Wire(port: held.port)
    }
  }

  @Test func `a port that another program holds on one address is in use`() throws {
    // Without IPv6 there is nothing to hold.
    guard let other = HeldPort.ipv6() else { return }
    defer { close(other.descriptor) }
    #expect(throws: IOError.self) { try LoopbackSockets.open(port: other.port) }
  }
}

/// A port on one loopback address, at which a socket listens.
private struct HeldPort {
  let descriptor: Int32
  let port: Int

  /// A port of 127.0.0.1.
  static func ipv4() -> HeldPort? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    guard let descriptor = listener(AF_INET, &address) else { return nil }
    return HeldPort(descriptor: descriptor, port: Int(address.sin_port.bigEndian))
  }

  /// A port of ::1; nil where the machine has no such address.
  static func ipv6() -> HeldPort? {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    guard let descriptor = listener(AF_INET6, &address) else { return nil }
    return HeldPort(descriptor: descriptor, port: Int(address.sin6_port.bigEndian))
  }

  /// Opens a socket at a free port of `address`, which is completed by the port.
  private static func listener<Address>(_ family: Int32, _ address: inout Address) -> Int32? {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var size = socklen_t(MemoryLayout<Address>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    if isOpen { return descriptor }
    close(descriptor)
    return nil
  }
}
