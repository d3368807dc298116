import LoopbackHTTP
import Testing

@testable import HTTPClient

/// Requests to addresses that somebody else has named.
struct ReachTests {
  @Test(arguments: ["127.0.0.1", "localhost", "a.localhost"])
  func `a client of the public internet makes no connection to this machine`(
    host: String
  )
    async throws
  {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(answer("secret"))
    }
    defer { server.stop() }
    let client = HTTPClient(.init(userAgent: "trellis/1.2.3", reach: .publicInternet))
    let request = try HTTPRequest(to: server.url("/", host: host))
    await #expect(throws: HTTPClientError.notPublic(host: "\(host):\(server.port)")) {
      try await client.send(request)
    }
    #expect(server.connections == 0)
  }

  @Test func `a request may take a redirection for the answer`() async throws {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
    }
    defer { server.stop() }
    var request = try HTTPRequest(to: server.url())
    request.followsRedirections = false
    #expect(try await client().send(request).status == 302)
    #expect(server.connections == 1)
  }

  @Test(
    arguments: [
      (0x0101_0101, true), (0x0808_0808, true), (0x7F00_0001, false), (0x0A01_0203, false),
      (0xAC10_0001, false), (0xAC1F_FFFF, false), (0xAC20_0000, true), (0xC0A8_0101, false),
      (0xA9FE_A9FE, false), (0x6440_0001, false), (0x6480_0000, true), (0x0000_0000, false),
      (0xE000_0001, false), (0xFFFF_FFFF, false), (0xC612_0001, false), (0xC633_6401, false),
    ] as [(UInt32, Bool)]
  )
  func `addresses of IPv4 are told apart`(address: UInt32, isPublic: Bool) {
    #expect(PublicAddress.contains(address) == isPublic)
    // In a socket of IPv6, and by way of a network that translates.
    #expect(PublicAddress.contains(UInt128(0xFFFF_0000_0000) | UInt128(address)) == isPublic)
    #expect(PublicAddress.contains(UInt128(0x0064_FF9B) << 96 | UInt128(address)) == isPublic)
  }

  @Test(
    arguments: [
      (0x2606_4700, 0x1111, true), (0x2A00_1450, 1, true), (0, 1, false), (0, 0, false),
      (0xFE80_0000, 1, false), (0xFC00_0000, 1, false), (0xFD12_3456, 1, false),
      (0xFF02_0000, 1, false), (0x2001_0DB8, 1, false), (0x2001_0000, 1, false),
      (0x2002_7F00, 1, false), (0x3FFF_0000, 1, false), (0x2001_4860, 0x8888, true),
    ] as [(UInt32, UInt32, Bool)]
  )
  func `addresses of IPv6 are told apart`(start: UInt32, end: UInt32, isPublic: Bool) {
    #expect(PublicAddress.contains(UInt128(start) << 96 | UInt128(end)) == isPublic)
  }
}
