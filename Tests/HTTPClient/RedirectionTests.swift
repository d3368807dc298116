import LoopbackHTTP
import Testing

@testable import HTTPClient

struct RedirectionTests {
  @Test(arguments: [301, 302, 303, 307, 308])
  func `a place on the same server is followed, and 303 asks for it`(status: Int) async throws {
    let requests = Gathered<ReceivedRequest>()
    let server = try LoopbackServer { connection in
      while let request = connection.request() {
        requests.add(request)
        let isFirst = request.line.contains("/old")
        connection.send(
          isFirst
            ? answer("", status: "\(status) Moved", "Location: /new?x=1#part") : answer("there")
        )
      }
    }
    defer { server.stop() }
    let request = try HTTPRequest(.post, to: server.url("/old"), body: Array("abc".utf8))
    let response = try await client().send(request)
    #expect(response.body == Array("there".utf8))
    let last = try #require(requests.elements.last)
    #expect(last.line == (status == 303 ? "GET" : "POST") + " /new?x=1 HTTP/1.1")
    #expect(last.body == (status == 303 ? [] : Array("abc".utf8)))
  }

  @Test func `another server gets nothing`() async throws {
    let other = try LoopbackServer { _ in }
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(answer("", status: "307 Moved", "Location: \(other.url("/x"))"))
    }
    defer {
      server.stop()
      other.stop()
    }
    let error = try await failure(of: HTTPRequest(to: server.url()))
    #expect(
      error == .redirected(host: "127.0.0.1:\(server.port)", to: "http://127.0.0.1:\(other.port)")
    )
    #expect(other.connections == 0)
  }

  @Test(
    arguments: [
      "http://habits.example/", "https://habits.example:444/", "https://other.example/",
      "//other.example/", "https://habits.example.evil/", "relative", "file:///etc/passwd",
      "https://me@habits.example/", "",
    ]
  )
  func `what is not the same origin is refused`(location: String) throws {
    let request = try HTTPRequest(to: "https://habits.example/")
    let response = HTTPResponse(status: 302, headers: ["Location": location])
    #expect(throws: HTTPClientError.self) { try request.redirected(by: response) }
  }

  @Test(arguments: ["https://HABITS.example/x", "https://habits.example:443/x", "/x"])
  func `the same origin may be written in several ways`(location: String) throws {
    let request = try HTTPRequest(to: "https://habits.example/")
    let response = HTTPResponse(status: 302, headers: ["Location": location])
    #expect(try request.redirected(by: response)?.url.description == "https://habits.example/x")
  }

  @Test func `a server that sends round in circles is left`() async throws {
    let server = try LoopbackServer { connection in
      while connection.request() != nil {
        connection.send(answer("", status: "302 Found", "Location: /"))
      }
    }
    defer { server.stop() }
    let error = try await failure(of: HTTPRequest(to: server.url()))
    let host = "127.0.0.1:\(server.port)"
    #expect(error == .redirected(host: host, to: "http://\(host)"))
  }
}
