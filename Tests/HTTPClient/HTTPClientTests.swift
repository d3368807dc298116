import Compression
import LoopbackHTTP
import Testing

@testable import HTTPClient

/// Requests and answers as they should be.
struct HTTPClientTests {
  @Test func `an answer has status, headers and body, and the request arrives as it was made`()
    async throws
  {
    let requests = Gathered<ReceivedRequest>()
    let server = try LoopbackServer { connection in
      guard let request = connection.request() else { return }
      requests.add(request)
      connection.send("HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n")
      connection.send(answer("hé", status: "201 Created", "X-Name:  two words "))
    }
    defer { server.stop() }
    var request = try HTTPRequest(.post, to: server.url("/a/../b?x=1"), body: [0, 1, 255])
    request.headers["Authorization"] = "Bearer secret"
    let response = try await client().send(request)
    #expect(response.status == 201)
    #expect(response.headers["x-name"] == "two words")
    #expect(response.headers["X-Early"] == nil)
    #expect(String(decoding: response.body, as: UTF8.self) == "hé")
    let received = try #require(requests.elements.first)
    #expect(received.line == "POST /a/../b?x=1 HTTP/1.1")
    #expect(received.body == [0, 1, 255])
    #expect(received.field("Authorization") == "Bearer secret")
    #expect(received.field("User-Agent") == "trellis/1.2.3")
    #expect(received.field("Content-Type") == nil)
    #expect(received.field("Expect") == nil)
  }

  @Test(arguments: [HTTPRequest.Method.get, .post, .put, .delete])
  func `each method is sent, without a body as well`(method: HTTPRequest.Method) async throws {
    let requests = Gathered<ReceivedRequest>()
    let server = try LoopbackServer { connection in
      while let request = connection.request() {
        requests.add(request)
        connection.send("HTTP/1.1 204 No Content\r\n\r\n")
      }
    }
    defer { server.stop() }
    let client = client()
    let bare = try await client.send(HTTPRequest(method, to: server.url("/x")))
    #expect(bare.status == 204)
    _ = try await client.send(HTTPRequest(method, to: server.url("/x"), body: Array("abc".utf8)))
    #expect(
      requests.elements.map(\.line) == [
        "\(method.rawValue) /x HTTP/1.1", "\(method.rawValue) /x HTTP/1.1",
      ]
    )
    #expect(requests.elements.map(\.body) == [[], Array("abc".utf8)])
  }

  @Test func `one connection serves requests that follow each other, also after an error status`()
    async throws
  {
    let server = try LoopbackServer { connection in
      while connection.request() != nil {
        connection.send(answer("no", status: "500 Internal Server Error"))
      }
    }
    defer { server.stop() }
    let client = client()
    for _ in 0..<5 {
      let response = try await client.send(HTTPRequest(to: server.url()))
      #expect(response.status == 500)
    }
    #expect(server.connections == 1)
  }

  @Test func `requests of many tasks at once get their own answers`() async throws {
    let server = try LoopbackServer { connection in
      while let request = connection.request() { connection.send(answer(request.line)) }
    }
    defer { server.stop() }
    let client = client()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let response = try await client.send(HTTPRequest(to: server.url("/\(number)")))
          let body = String(decoding: response.body, as: UTF8.self)
          #expect(body == "GET /\(number) HTTP/1.1")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a body is sent as gzip where that is asked for and makes it smaller`() async throws {
    let requests = Gathered<ReceivedRequest>()
    let server = try LoopbackServer { connection in
      while let request = connection.request() {
        requests.add(request)
        connection.send(answer(""))
      }
    }
    defer { server.stop() }
    let client = client()
    let long = [UInt8](repeating: 7, count: 100_000)
    for (body, compresses) in [(long, true), (long, false), ([1, 2], true)] {
      var request = try HTTPRequest(.post, to: server.url(), body: body)
      request.compressesBody = compresses
      _ = try await client.send(request)
    }
    let received = requests.elements
    #expect(received.map { $0.field("Content-Encoding") } == ["gzip", nil, nil])
    let packed = try #require(received.first).body
    #expect(packed.count < 1000)
    #expect(try Gunzip.unpack(packed, limit: 100_000) == long)
    #expect(received.dropFirst().map(\.body) == [long, [1, 2]])
  }

  @Test func `an answer may come as gzip`() async throws {
    let packed = try #require(Gzip.compress(Array("many words".utf8), .thorough))
    let asked = Gathered<String>()
    let server = try LoopbackServer { connection in
      asked.add(connection.request()?.field("Accept-Encoding") ?? "")
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
      )
      connection.send(packed)
    }
    defer { server.stop() }
    let response = try await client().send(HTTPRequest(to: server.url()))
    #expect(String(decoding: response.body, as: UTF8.self) == "many words")
    #expect(asked.elements == ["gzip"])
  }

  @Test(arguments: ["localhost", "home-1.localhost"])
  func `names below localhost lead to this machine`(host: String) async throws {
    let server = try LoopbackServer { connection in
      connection.send(answer(connection.request()?.field("Host") ?? ""))
    }
    defer { server.stop() }
    let response = try await client().send(HTTPRequest(to: server.url(host: host)))
    #expect(String(decoding: response.body, as: UTF8.self) == "\(host):\(server.port)")
  }

  private static let gnuTLS = "libcurl-gnutls.so.4"

  @Test(.enabled(if: (try? Curl.load([gnuTLS])) != nil, "libcurl is not installed with GnuTLS"))
  func `the library may be built with GnuTLS as well`() async throws {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(answer("here"))
    }
    defer { server.stop() }
    let client = HTTPClient(.init(userAgent: "trellis")) { () throws(HTTPClientError) in
      try Curl.load([HTTPClientTests.gnuTLS])
    }
    #expect(try await client.send(HTTPRequest(to: server.url())).body == Array("here".utf8))
  }
}
