import Compression
import Core
import Locks
import LoopbackHTTP
import Testing

@testable import HTTPClient

/// Servers and networks that do what they should not.
struct HTTPClientFailureTests {
  // MARK: Size

  @Test func `an answer that is larger than the request allows is refused`() async throws {
    let server = try LoopbackServer { connection in
      while connection.request() != nil {
        connection.send(answer(String(repeating: "x", count: 1000)))
      }
    }
    defer { server.stop() }
    let exact = try await client().send(HTTPRequest(to: server.url(), mostBytes: 1000))
    #expect(exact.body.count == 1000)
    let error = try await failure(of: HTTPRequest(to: server.url(), mostBytes: 999))
    #expect(error == .tooLarge(host: "127.0.0.1:\(server.port)", limit: 999))
  }

  @Test func `an answer that unpacks to more than the request allows is refused`() async throws {
    let bomb = try #require(Gzip.compress([UInt8](repeating: 0, count: 50 << 20), .thorough))
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
      )
      connection.send(bomb)
    }
    defer { server.stop() }
    let error = try await failure(of: HTTPRequest(to: server.url()))
    #expect(error == .tooLarge(host: "127.0.0.1:\(server.port)", limit: 1 << 20))
  }

  @Test func `a header without end is refused`() async throws {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\n")
      for _ in 0..<100 { connection.send("X: \(String(repeating: "y", count: 1000))\r\n") }
    }
    defer { server.stop() }
    let error = try await failure(of: HTTPRequest(to: server.url()))
    #expect(error == .tooLarge(host: "127.0.0.1:\(server.port)", limit: Receiver.mostHeaderBytes))
  }

  // MARK: Connections

  @Test func `a connection that is cut at any byte is no answer`() async throws {
    let whole = Array(answer("body", "X-Name: value").utf8)
    let lengths = Locked(Array(0...whole.count))
    let server = try LoopbackServer { connection in
      let count = lengths.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
      _ = connection.request()
      connection.send(Array(whole[..<count]))
    }
    defer { server.stop() }
    for count in 0..<whole.count {
      let error = try await failure(of: HTTPRequest(to: server.url()))
      let host = "127.0.0.1:\(server.port)"
      #expect([.interrupted(host: host), .malformed(host: host)].contains(error), "\(count)")
    }
    let response = try await client().send(HTTPRequest(to: server.url()))
    #expect(response.body == Array("body".utf8))
  }

  @Test func `where no program listens, the error says so`() async throws {
    let server = try LoopbackServer { _ in }
    server.stop()
    let error = try await failure(of: HTTPRequest(to: server.url()))
    let why = "no program accepts connections there."
    #expect(error == .unreachable(host: "127.0.0.1:\(server.port)", why: why))
  }

  @Test func `a name that nobody has is told`() async throws {
    // RFC 6761 reserves the ending.
    let error = try await failure(of: HTTPRequest(to: "https://trellis.invalid/"))
    guard case .unreachable("trellis.invalid", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: Time

  @Test func `a server that says nothing is waited for no longer than the request allows`()
    async throws
  {
    let server = try LoopbackServer { $0.waitForEnd() }
    defer { server.stop() }
    let error = try await failure(of: HTTPRequest(to: server.url(), idle: 30))
    #expect(error == .timedOut(host: "127.0.0.1:\(server.port)"))
  }

  @Test func `a server that never comes to an end is waited for no longer than the request allows`()
    async throws
  {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx")
      connection.waitForEnd()
    }
    defer { server.stop() }
    var request = try HTTPRequest(to: server.url())
    request.timeouts.total = 60
    #expect(await failure(of: request) == .timedOut(host: "127.0.0.1:\(server.port)"))
  }

  @Test func `a connection without TLS is waited for no longer than the request allows`()
    async throws
  {
    let server = try LoopbackServer { $0.waitForEnd() }
    defer { server.stop() }
    var request = try HTTPRequest(to: "https://127.0.0.1:\(server.port)/")
    request.timeouts.connect = 40
    #expect(await failure(of: request) == .timedOut(host: "127.0.0.1:\(server.port)"))
  }

  // MARK: Cancelling

  @Test(.timeLimit(.minutes(1)))
  func `a request that is cancelled ends at once, and so does its connection`() async throws {
    let (arrived, left) = (Signal(), Signal())
    let server = try LoopbackServer { connection in
      _ = connection.request()
      arrived.give()
      connection.waitForEnd()
      left.give()
    }
    defer { server.stop() }
    var request = try HTTPRequest(to: server.url(), idle: .max >> 1)
    request.timeouts.total = nil
    let task = Task { [request] in await failure(of: request) }
    await arrived.wait()
    task.cancel()
    #expect(await task.value == .cancelled)
    await left.wait()
  }

  @Test func `a task that is cancelled already makes no request that anybody waits for`()
    async throws
  {
    let server = try LoopbackServer { $0.waitForEnd() }
    defer { server.stop() }
    let request = try HTTPRequest(to: server.url())
    let begun = Signal()
    let task = Task {
      await begun.wait()
      return await failure(of: request)
    }
    task.cancel()
    begun.give()
    #expect(await task.value == .cancelled)
  }

  // MARK: Answers

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `what is not HTTP is no answer`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let isNearly = seed.isMultiple(of: 2)
    let garbage = (0..<Int.random(in: 1...3000, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(isNearly ? Array("HTTP/1.1 200 OK\r\n".utf8) + garbage : garbage)
    }
    defer { server.stop() }
    #expect(try await failure(of: HTTPRequest(to: server.url())) != nil)
  }

  // MARK: Before anything is sent

  @Test(
    arguments: [
      "http://habits.example/", "http://192.0.2.1/", "http://localhost.example/", "http://[::2]/",
      "http://127.example/", "http://1270.0.0.1/",
    ]
  )
  func `without encryption only this machine is spoken to, and nothing is even loaded`(
    url: String
  )
    async throws
  {
    let loads = Gathered<String>()
    let client = HTTPClient(.init(userAgent: "trellis")) { () throws(HTTPClientError) in
      loads.add("loaded")
      throw .libraryMissing
    }
    let error = try await failure(of: HTTPRequest(to: url), client)
    #expect(error == .insecure(host: try HTTPURL(url).host))
    #expect(loads.elements.isEmpty)
  }

  @Test(arguments: ["a\r\nX: y", "a\nb", "a\u{0}b"])
  func `a header that would end its line is not sent`(value: String) async throws {
    let server = try LoopbackServer { _ in }
    defer { server.stop() }
    var request = try HTTPRequest(to: server.url())
    request.headers["Authorization"] = value
    #expect(await failure(of: request) == .badAddress("127.0.0.1:\(server.port)"))
    #expect(server.connections == 0)
  }

  @Test func `where the library is not there, a sentence says what to install`() async throws {
    let client = HTTPClient(.init(userAgent: "trellis")) { () throws(HTTPClientError) in
      try Curl.load(["libcurl-that-is-not-there.so.9"])
    }
    let error = try #require(await failure(of: try HTTPRequest(to: "https://a.example/"), client))
    #expect(error == .libraryMissing)
    let words = DomainError(error)
    #expect(words.code == "no-curl")
    #expect(words.message.contains("apt install libcurl4"))
    #expect(words.message.contains("Nothing was lost"))
  }

  @Test func `a library that is not libcurl is not taken for it`() {
    #expect(throws: HTTPClientError.libraryMissing) { try Curl.load(["libc.so.6"]) }
  }

  @Test func `no message tells what the request carries`() async throws {
    let server = try LoopbackServer { connection in _ = connection.request() }
    defer { server.stop() }
    var request = try HTTPRequest(
      .post,
      to: server.url("/secret?secret"),
      body: Array("secret".utf8)
    )
    request.headers["Authorization"] = "Bearer secret"
    let error = try #require(await failure(of: request))
    #expect(!"\(error) \(error.message)".contains("secret"))
    let address = #expect(throws: HTTPClientError.self) {
      try HTTPURL("https://me:secret@habits.example/?secret")
    }
    #expect(address?.message.contains("habits.example") == true)
    #expect(address?.message.contains("secret") == false)
  }
}
