import HTTPTypes
import Hummingbird
import LeakCheck
import Logging
import NIOCore
import ServiceLifecycle
import Testing

@testable import HTTPServing

/// What one of many people can take of a server that is there for all of them.
@Suite(.serialized, .leavesNothingBehind) struct OwnerLimitTests {
  /// A server that answers without end, to whoever names themselves.
  private func serve(
    _ adjust: (inout HTTPLimits) -> Void,
    _ body: (Int) async throws -> Void
  ) async throws {
    var limits = HTTPLimits()
    adjust(&limits)
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let service = HTTPService(
      listeners: [.network(host: "127.0.0.1", port: 0, secure: nil)],
      limits: limits,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      didListen: { listening.yield($0) }
    ) { request, _, didProve in
      guard didProve(UInt128(request.headers[.authorization] ?? "")) else {
        return Response(status: .tooManyRequests, headers: [.connection: "close"])
      }
      guard request.head.path == "/endless" else { return Response(status: .noContent) }
      return Response(
        status: .ok,
        body: ResponseBody { writer in
          let piece = ByteBuffer(repeating: 120, count: 1 << 16)
          while true { try await writer.write(piece) }
        }
      )
    }
    let running = Task {
      defer { listening.finish() }
      try await service.run()
    }
    for await port in ports {
      try await body(port)
      break
    }
    running.cancel()
    try await running.value
  }

  private func ask(_ port: Int, _ owner: Int, _ path: String = "/endless") throws -> Wire {
    let wire = try Wire(port: port)
    wire.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: \(owner)\r\n\r\n")
    return wire
  }

  private func status(_ wire: Wire) async -> String {
    let head = await wire.receive { $0.contains("\r\n") }
    return String(head.split(separator: " ").dropFirst().first ?? "")
  }

  /// Whether a short request of somebody is answered within a minute.
  private func isAnswered(_ port: Int, _ owner: Int) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if await status(try ask(port, owner, "/short")) == "204" { return true }
      try await Task.sleep(for: .milliseconds(20))
    }
    return false
  }

  @Test func `whoever takes nothing of an answer is given up, and whoever does is not`()
    async throws
  {
    let limits: (inout HTTPLimits) -> Void = {
      $0.connections.requestsOfOwner = 1
      // Long enough for what is asked meanwhile, also on a busy machine.
      $0.writeTimeout = 3
    }
    try await serve(limits) { port in
      let (unread, read) = (try ask(port, 1), try ask(port, 2))
      #expect(await status(unread) == "200")
      #expect(await status(read) == "200")
      let reading = Task { await read.receive() }
      #expect(await status(try ask(port, 1, "/short")) == "429")
      #expect(try await isAnswered(port, 1))
      #expect(await status(try ask(port, 2, "/short")) == "429")
      read.close()
      _ = await reading.value
      unread.close()
    }
  }

  @Test func `whoever does not read many answers has no further one, and keeps nobody out`()
    async throws
  {
    try await serve({ $0.connections.requestsOfOwner = 3 }) { port in
      var unread: [Wire] = []
      for _ in 0..<3 {
        unread.append(try ask(port, 1))
        #expect(await status(unread[unread.count - 1]) == "200")
      }
      #expect(await status(try ask(port, 1)) == "429")
      #expect(await status(try ask(port, 1, "/short")) == "429")
      let others = [try ask(port, 2), try ask(port, 2, "/short")]
      #expect(await status(others[0]) == "200")
      #expect(await status(others[1]) == "204")
      // One that goes away makes room; the server notices once it cannot write any more.
      unread.removeLast().close()
      #expect(try await isAnswered(port, 1))
      // What was answered to its end counts no more, however often.
      let kept = try ask(port, 2, "/short")
      for _ in 0..<5 {
        #expect(await kept.receive { $0.contains("\r\n\r\n") }.contains("204"))
        kept.send("GET /short HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: 2\r\n\r\n")
      }
      for wire in unread + others + [kept] { wire.close() }
    }
  }
}
