import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import HTTPServing
@testable import trellis_server

/// Whom limits take a request for.
@Suite struct ClientAddressTests {
  private func address(
    _ peer: String,
    forwarded: String? = nil,
    proxies: Set<String> = []
  ) throws -> String {
    var fields = HTTPFields()
    if let forwarded { fields[.forwardedFor] = forwarded }
    let head = HTTPRequest(
      method: .get,
      scheme: "http",
      authority: "x",
      path: "/",
      headerFields: fields
    )
    let request = try ReceivedRequest(
      Request(head: head, body: .init(buffer: ByteBuffer())),
      .tcp(port: 1, peer: peer)
    )
    return ClientAddress(request, proxies: proxies).text
  }

  @Test func `what a stranger claims about itself counts for nothing`() throws {
    #expect(try address("192.0.2.1", forwarded: "198.51.100.9") == "192.0.2.1")
    #expect(
      try address("127.0.0.1", forwarded: "1.1.1.1, 198.51.100.9", proxies: ["127.0.0.1"])
        == "198.51.100.9"
    )
    #expect(
      try address(
        "127.0.0.1",
        forwarded: "1.1.1.1, 198.51.100.9, 10.0.0.2",
        proxies: ["127.0.0.1", "10.0.0.2"]
      ) == "198.51.100.9"
    )
  }

  @Test func `one computer is one address, however many of IPv6 it has`() throws {
    #expect(try address("2001:db8:1:2::1") == address("2001:db8:1:2:ffff::9"))
    #expect(try address("2001:db8:1:2::1") != address("2001:db8:1:3::1"))
    #expect(try address("::ffff:192.0.2.1") == "192.0.2.1")
  }
}
