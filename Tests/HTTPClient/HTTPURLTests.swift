import Core
import Testing

@testable import HTTPClient

struct HTTPURLTests {
  @Test func `an address is read as it is written`() throws {
    let url = try HTTPURL("HTTPS://Habits.Example:8443/api?x=1")
    #expect(url.scheme == .https)
    #expect(url.host == "habits.example")
    #expect(url.port == 8443)
    #expect(url.target == "/api?x=1")
    #expect(url.origin == "https://habits.example:8443")
    #expect(try HTTPURL("https://a.example").description == "https://a.example/")
    #expect(try HTTPURL("https://a.example?x").target == "/?x")
    #expect(try HTTPURL("https://a.example:443").origin == "https://a.example")
    #expect(try HTTPURL("http://[::1]:80/").origin == "http://[::1]")
    #expect(try HTTPURL("https://a.example/x").at("/y").description == "https://a.example/y")
  }

  @Test(
    arguments: [
      "", "a.example", "ftp://a.example", "https://", "https:///x", "https://a b", "https://a..b",
      "https://.a", "https://a.", "https://-a", "https://me@a.example", "https://a:b@c",
      "https://a:0", "https://a:65536", "https://a:", "https://a:1x", "https://[::1", "https://[]",
      "https://[::1]x", "https://[g::1]", "https://a/ x", "https://a/\u{0}", "https://a/ü",
      "https://bücher.example", "https://a/#b", "https://a\n.example", "https://a%00b",
    ]
  )
  func `what is no address is refused`(text: String) {
    #expect(throws: HTTPClientError.self) { try HTTPURL(text) }
  }

  @Test func `a long address is refused, with a short sentence`() {
    let error = #expect(throws: HTTPClientError.self) {
      try HTTPURL("https://a/" + String(repeating: "x", count: 5000))
    }
    #expect((error?.message.count ?? 1000) < 300)
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func `any text is read or refused`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "https", "http", ":", "//", "/", "@", "[", "]", "a", ".", "1", "#", "?", "é", "\u{0}",
    ]
    let text = (0..<Int.random(in: 0...12, using: &random))
      .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    guard let url = try? HTTPURL(text) else { return }
    #expect(try HTTPURL(url.description) == url)
  }

  @Test func `this machine has several names`() throws {
    for host in ["localhost", "x.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "LOCALHOST"] {
      #expect(try HTTPURL("http://\(host)/").isLoopback, "\(host)")
    }
    for host in ["localhost.a", "xlocalhost", "128.0.0.1", "127.0.0.1.a", "127.0.0", "[::2]"] {
      #expect(try !HTTPURL("http://\(host)/").isLoopback, "\(host)")
    }
  }
}
