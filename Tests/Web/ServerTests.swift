import Core
import Glibc
import HTTPTypes
import LeakCheck
import Locks
import NIOCore
import Testing

@testable import HTTPServing
@testable import Web

@Suite(.serialized, .leavesNothingBehind) struct ServerTests {
  private func get(_ path: String, _ port: Int, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(bearer)\(fields)\r\n"
  }

  /// What makes a request one of a program of the person.
  private let bearer = "Authorization: Bearer \(World.token)\r\n"

  @Test func `it answers over a real connection, to a program with the token`() async throws {
    try await TestServer.run { port, _ in
      let wire = try Wire(port: port)
      wire.send(get("/today", port, "Connection: close\r\n"))
      let text = await wire.receive()
      #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(text.contains("<h1>Today</h1>"))
    }
  }

  @Test(arguments: ["HTTP/1.0\r\n", "HTTP/1.1\r\nConnection: Close\r\n"])
  func `a connection ends after the answer where its client keeps none`(
    _ version: String
  ) async throws {
    try await TestServer.run { port, _ in
      let wire = try Wire(port: port)
      wire.send("GET /today \(version)Host: 127.0.0.1:\(port)\r\n\(bearer)\r\n")
      #expect(await wire.receive { $0.contains("</html>") }.contains("<h1>Today</h1>"))
      #expect(await wire.ends())
    }
  }

  @Test func `another host is refused on the wire too, however it is said`() async throws {
    try await TestServer.run { port, _ in
      for head in [
        "GET / HTTP/1.1\r\nHost: evil.example:\(port)\r\n",
        "GET / HTTP/1.0\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nHost: evil.example\r\n",
      ] {
        let wire = try Wire(port: port)
        wire.send(head + "Connection: close\r\n\r\n")
        let text = await wire.receive()
        #expect(!text.contains("<h1>Today"), "\(head)")
        #expect(text.hasPrefix("HTTP/1.1 4") || text.hasPrefix("HTTP/1.0 4"), "\(text.prefix(40))")
      }
    }
  }

  @Test func `one who never ends the header is sent away`() async throws {
    try await TestServer.run({ $0.limits.idleTimeout = 1 }) { port, _ in
      let wire = try Wire(port: port)
      wire.send("GET / HTTP/1.1\r\nHost: 127.0")
      #expect(await wire.receive() == "")
    }
  }

  @Test func `a body that never ends is refused in words`() async throws {
    try await TestServer.run({ $0.limits.bodyTimeout = 1 }) { port, _ in
      let wire = try Wire(port: port)
      wire.send(
        "POST /do/test.water HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 100\r\n\(bearer)"
          + "Content-Type: application/x-www-form-urlencoded\r\n\r\ntok"
      )
      let text = await wire.receive { $0.contains("</html>") }
      #expect(text.hasPrefix("HTTP/1.1 408"))
      #expect(await wire.ends())
      #expect(text.contains("Nothing was changed"))
    }
  }

  @Test func `a body of unknown length is cut off at the limit`() async throws {
    try await TestServer.run({ $0.limits.body = 1000 }) { port, _ in
      let wire = try Wire(port: port)
      wire.send(
        "POST /do/test.water HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nTransfer-Encoding: chunked\r\n"
          + bearer
          + "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
      )
      for _ in 0..<20 { wire.send("64\r\n\(String(repeating: "a", count: 100))\r\n") }
      let text = await wire.receive { $0.contains("\r\n") }
      #expect(text.hasPrefix("HTTP/1.1 413"))
    }
  }

  @Test func `headers without end are refused`() async throws {
    try await TestServer.run { port, _ in
      let wire = try Wire(port: port)
      wire.send(get("/", port, "X: \(String(repeating: "a", count: 70_000))\r\n"))
      let text = await wire.receive { $0.contains("\r\n") }
      #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"))
    }
  }

  @Test func `the socket file is for its owner alone`() async throws {
    let path = "/tmp/trellis-web-\(getpid()).sock"
    let twoWays: (inout WebConfiguration) -> Void = { $0.listeners.append(.unixSocket(path: path)) }
    try await TestServer.run(twoWays) { _, _ in
      var wire = try? Wire(path: path)
      while wire == nil {
        await Task.yield()
        wire = try? Wire(path: path)
      }
      wire?.send("GET /api/v1/garden HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(await wire?.receive().contains("{\"rows\":3}") == true)
      var facts = stat()
      #expect(stat(path, &facts) == 0)
      #expect(facts.st_mode & 0o777 == 0o600)
    }
  }

  // MARK: Live events

  private func listen(_ port: Int, _ fields: String = "", seen: String = "") throws -> Wire {
    let wire = try Wire(port: port)
    wire.send(get("/api/v1/events?seen=\(seen)", port, fields))
    return wire
  }

  /// Changes the space a second time, and returns all that listeners receive up to that change.
  ///
  /// What comes right after the greeting would not be seen at the greeting alone.
  private func untilNextChange(_ wires: [Wire], _ host: TestHost) async throws -> String {
    var text = ""
    for wire in wires { text += await wire.receive { $0.contains(": hello\n\n") } }
    _ = try await TestHostOrder.createHabit(host)
    for wire in wires {
      let next = await wire.receive { $0.contains("id: 2\n") }
      #expect(next.contains("id: 2\n"))
      text += next
    }
    return text
  }

  @Test func `a change is told at once, with its number`() async throws {
    try await TestServer.run { port, host in
      let wire = try listen(port, "Accept-Encoding: gzip, identity;q=0\r\n")
      let hello = await wire.receive { $0.contains(": hello") }
      #expect(hello.contains("text/event-stream"))
      // Compressed, they would wait for one another.
      #expect(!hello.lowercased().contains("content-encoding"))
      #expect(!hello.contains("event: changed"))
      let world = try await TestHostOrder.createHabit(host)
      #expect(world)
      let text = await wire.receive { $0.contains("event: changed") }
      #expect(text.contains("id: 1\n"))
    }
  }

  @Test func `one who missed something is told when it comes back`() async throws {
    try await TestServer.run { port, host in
      _ = try await TestHostOrder.createHabit(host)
      let wire = try listen(port, "Last-Event-ID: 0\r\n")
      #expect(await wire.receive { $0.contains("event: changed") }.contains("id: 1\n"))
      let calm = try listen(port, "Last-Event-ID: 1\r\n")
      let told = try await untilNextChange([calm], host)
      #expect(!told.contains("id: 1\n"))
    }
  }

  @Test func `a page that was made before a change, or came from a cache, is told at once`()
    async throws
  {
    try await TestServer.run { port, host in
      let before = try Wire(port: port)
      before.send(get("/today", port))
      #expect(await before.receive { $0.contains("</html>") }.contains("data-sequence=\"0\""))
      _ = try await TestHostOrder.createHabit(host)
      let stale = try listen(port, seen: "0")
      #expect(await stale.receive { $0.contains("event: changed") }.contains("id: 1\n"))
      let calm = try ["1", "", "x"].map { try listen(port, seen: $0) }
      let told = try await untilNextChange(calm, host)
      #expect(!told.contains("id: 1\n"))
    }
  }

  @Test func `a page that was made before news beside the space is told at once`() async throws {
    try await TestServer.run { port, host in
      let time = TestHost.now.milliseconds
      let before = try listen(port, seen: "0&opened=\(time)")
      var calm = await before.receive { $0.contains(": hello\n\n") }
      host.tellNews(at: TestHost.now)
      for opened in [time - 60_000, time, time + 9_999] {
        let wire = try listen(port, seen: "0&opened=\(opened)")
        #expect(await wire.receive { $0.contains("event: changed") }.contains("id: 0\n"))
      }
      let after = try listen(port, seen: "0&opened=\(time + 10_000)")
      calm += await after.receive { $0.contains(": hello\n\n") }
      _ = try await TestHostOrder.createHabit(host)
      for wire in [before, after] { calm += await wire.receive { $0.contains("id: 1\n") } }
      #expect(!calm.contains("id: 0\n"))
    }
  }

  @Test func `signs of life come while nothing happens`() async throws {
    try await TestServer.run({ $0.limits.heartbeat = 1 }) { port, _ in
      let wire = try listen(port)
      #expect(await wire.receive { $0.contains(": still here") }.contains(": still here"))
    }
  }

  @Test func `there are only so many places, and one that is left is free again`() async throws {
    try await TestServer.run({ $0.limits.streams = 1 }) { port, _ in
      let first = try listen(port)
      _ = await first.receive { $0.contains(": hello") }
      let second = try listen(port, "Connection: close\r\n")
      #expect(await second.receive { $0.contains("\r\n\r\n") }.contains(" 503 "))
      first.close()
      var answer = ""
      while !answer.contains(" 200 ") {
        let third = try listen(port, "Connection: close\r\n")
        answer = await third.receive { $0.contains("\r\n\r\n") }
        try #require(answer.contains(" 200 ") || answer.contains(" 503 "))
      }
    }
  }

  @Test func `an open page does not keep the server from stopping`() async throws {
    let left = Locked<Wire?>(nil)
    try await TestServer.run { port, _ in
      let wire = try listen(port)
      _ = await wire.receive { $0.contains(": hello") }
      left.withLock { $0 = wire }
    }
    let wire = left.withLock { $0 }
    // The stream ended properly: the last chunk of the transfer coding is there.
    #expect(await wire?.receive().hasSuffix("0\r\n\r\n") == true)
  }

  @Test func `a port that is taken is an error`() async throws {
    try await TestServer.run { port, _ in
      #expect(throws: IOError.self) { try LoopbackSockets.open(port: port) }
    }
  }
}
