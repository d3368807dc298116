import LoopbackHTTP
import Testing

@testable import HTTPClient

/// Streams of events over connections.
struct EventStreamTests {
  private static let header =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func events(
    _ server: LoopbackServer,
    mostBytes: Int = 1000,
    idle: Int = .max >> 1
  ) throws -> AsyncThrowingStream<ServerSentEvent, any Error> {
    var request = try HTTPRequest(to: server.url(), mostBytes: mostBytes, idle: idle)
    request.timeouts.total = nil
    return client().events(request)
  }

  private func failure(
    of events: AsyncThrowingStream<ServerSentEvent, any Error>
  ) async -> HTTPClientError? {
    do {
      for try await _ in events {}
      return nil
    } catch { return error as? HTTPClientError }
  }

  @Test func `events arrive one by one, in pieces of any size, until the server ends`() async throws
  {
    let text = Array(": hello\n\nevent: head\ndata: 1\n\ndata: 2\r\n\r\n".utf8)
    let asked = Gathered<String>()
    let server = try LoopbackServer { connection in
      asked.add(connection.request()?.field("Accept") ?? "")
      connection.send(Self.header)
      for byte in text { connection.send(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8)) }
      connection.send("0\r\n\r\n")
    }
    defer { server.stop() }
    var received: [ServerSentEvent] = []
    for try await event in try events(server) { received.append(event) }
    #expect(received == [.init(type: "head", data: "1"), .init(data: "2")])
    #expect(asked.elements == ["text/event-stream"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `an event arrives while the stream goes on, and leaving the stream ends it`()
    async throws
  {
    let left = Signal()
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(Self.header + "9\r\ndata: 1\n\n\r\n")
      connection.waitForEnd()
      left.give()
    }
    defer { server.stop() }
    for try await event in try events(server) {
      #expect(event.data == "1")
      break
    }
    await left.wait()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a task that is cancelled while it waits for an event leaves the stream`() async throws {
    let (arrived, left) = (Signal(), Signal())
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(Self.header)
      arrived.give()
      connection.waitForEnd()
      left.give()
    }
    defer { server.stop() }
    let stream = try events(server)
    let task = Task { for try await _ in stream {} }
    await arrived.wait()
    task.cancel()
    try await task.value
    await left.wait()
  }

  @Test func `a server that falls silent is left`() async throws {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(Self.header)
      connection.waitForEnd()
    }
    defer { server.stop() }
    let error = try await failure(of: events(server, idle: 40))
    #expect(error == .timedOut(host: "127.0.0.1:\(server.port)"))
  }

  @Test func `a stream that is cut is an error`() async throws {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(Self.header + "9\r\ndata: 1\n\n\r\n20\r\nda")
    }
    defer { server.stop() }
    let error = try await failure(of: events(server))
    #expect(error == .interrupted(host: "127.0.0.1:\(server.port)"))
  }

  @Test func `an event without end is refused`() async throws {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(Self.header + "ffff\r\ndata: \(String(repeating: "x", count: 5000))")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let error = try await failure(of: events(server, mostBytes: 4000))
    #expect(error == .tooLarge(host: "127.0.0.1:\(server.port)", limit: 4000))
  }

  @Test func `events that nobody takes end the stream and are not dropped silently`() throws {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: ServerSentEvent.self,
      bufferingPolicy: .bufferingOldest(2)
    )
    let sink = EventSink(continuation, host: "a", limit: 100)
    let response = HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"])
    let add = { (text: String) in
      try Array(text.utf8).withUnsafeBytes { _ = try sink.take($0, of: response) }
    }
    try add("data: 1\n\ndata: 2\n\n")
    #expect(throws: HTTPClientError.tooLarge(host: "a", limit: 100)) { try add("data: 3\n\n") }
    withExtendedLifetime(stream) {}
  }

  @Test(arguments: [("401 Unauthorized", "application/problem+json"), ("200 OK", "text/html")])
  func `what is answered instead of events is told`(status: String, type: String) async throws {
    let server = try LoopbackServer { connection in
      _ = connection.request()
      connection.send(answer("words", status: status, "Content-Type: \(type)"))
    }
    defer { server.stop() }
    guard case .noEvents(let response, _) = try await failure(of: events(server)) else {
      Issue.record("no error")
      return
    }
    #expect(response.status == Int(status.prefix(3)))
    #expect(response.body == Array("words".utf8))
    #expect(response.contentType == type)
  }

  @Test func `a stream without encryption to another machine does not begin`() async throws {
    let request = try HTTPRequest(to: "http://habits.example/")
    #expect(await failure(of: client().events(request)) == .insecure(host: "habits.example"))
  }
}
