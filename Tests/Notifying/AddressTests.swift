import Core
import HTTPClient
import Testing

@testable import Notifying

/// Which addresses somebody may name for notices.
struct AddressTests {
  @Test(arguments: [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://web.push.apple.com/QO", "https://hooks.example.org:8443/a?b=c",
  ])
  func `public names with https are taken`(text: String) throws {
    #expect(try ChannelAddress(text, .public).text == text)
  }

  @Test(arguments: [
    "", "example.org", "http://example.org/x", "ftp://example.org/x", "https://127.0.0.1/x",
    "https://[::1]/x", "https://10.0.0.1/x", "https://2130706433/x", "https://0x7f.1/x",
    "https://127.1/x", "https://0x7f000001/x", "https://1.2.3.0x4/x", "https://localhost/x",
    "https://a.localhost/x", "https://printer.local/x", "https://db.internal/x",
    "https://intranet/x",
    "https://router.home.arpa/x", "https://user@example.org/x", "https://example.org\r\n/x",
    "https://nas.lan/x", "https://93.184.216.34/x",
  ])
  func `others are refused with a reason`(text: String) {
    let error = #expect(throws: DomainError.self) { try ChannelAddress(text, .public) }
    #expect(error?.code == "address-not-usable")
    #expect(error?.message.contains("Nothing was changed") == true)
  }

  @Test func `this machine is taken where the server says so, and nothing else is beside it`() {
    #expect(throws: Never.self) { try ChannelAddress("http://127.0.0.1:9/x", .alsoLoopback) }
    #expect(throws: DomainError.self) { try ChannelAddress("http://10.0.0.1/x", .alsoLoopback) }
    #expect(throws: DomainError.self) { try ChannelAddress("http://example.org/", .alsoLoopback) }
  }
}
