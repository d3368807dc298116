import API
import Core
import HTTPTypes
import Hummingbird
import Locks
import NIOCore
import ServiceLifecycle

/// Notifies open pages and programs immediately of changes.
///
/// Source of the format: HTML Living Standard, "Server-sent events".
struct EventRoutes: Sendable {
  let host: any WebHost
  let streams: StreamLimiter
  /// The interval between heartbeats, which keep proxies from closing the connection.
  let heartbeat: Duration

  var routes: [Route] {
    [
      .get("\(APIVersion.path)/events", access: .embedding) { exchange, _ in
        try await respond(to: exchange)
      }
    ]
  }

  private func respond(to exchange: HTTPExchange) async throws -> Response {
    let headers: HTTPFields = [
      .contentType: "text/event-stream; charset=utf-8", .buffering: "no",
    ]
    // A `HEAD` request must not take a place.
    guard exchange.request.method == .get else { return Response(status: .ok, headers: headers) }
    // A page says which state it shows, and a stream that was cut off which it heard of last: one
    // that is behind is told at once. A page may come from a cache.
    let shown = exchange.query.first { $0.name == "seen" }?.value
    let seen = (exchange.header(.lastEventID) ?? shown).flatMap { Int($0) }
    let place = try streams.take()
    // Subscribed before the head is read, so that no change in between is missed.
    let advances = try await host.advances(for: exchange.visitor)
    let head = try await host.position(for: exchange.visitor).sequence
    let body = exchange.request.body
    return Response(
      status: .ok,
      headers: headers,
      body: .init { writer in
        try? await body.consumeWithCancellationOnInboundClose { _ in
          try await writer.write(ByteBuffer(string: "retry: 1000\n: hello\n\n"))
          if let seen, seen != head { try await writer.write(EventRoutes.changed(head)) }
          for try await text in beats(advances).cancelOnGracefulShutdown() {
            try await writer.write(text)
          }
        }
        place.leave()
        try await writer.finish(nil)
      }
    )
  }

  private static func changed(_ sequence: Int) -> ByteBuffer {
    ByteBuffer(string: "id: \(sequence)\nevent: changed\ndata: {\"sequence\":\(sequence)}\n\n")
  }

  /// The bytes to write: changes, and a heartbeat from time to time.
  private func beats(_ advances: AsyncStream<Int>) -> AsyncStream<ByteBuffer> {
    let (stream, out) = AsyncStream.makeStream(
      of: ByteBuffer.self,
      // A slow reader gets the newest number and skips the ones before it.
      bufferingPolicy: .bufferingNewest(2)
    )
    let heartbeat = heartbeat
    let work = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for await sequence in advances { out.yield(EventRoutes.changed(sequence)) }
        }
        group.addTask {
          // Ends with the task: a cancelled sleep throws.
          while (try? await Task.sleep(for: heartbeat)) != nil {
            out.yield(ByteBuffer(string: ": still here\n\n"))
          }
        }
        await group.next()
        group.cancelAll()
      }
      out.finish()
    }
    out.onTermination = { _ in work.cancel() }
    return stream
  }
}

/// Limits the number of concurrent listeners.
final class StreamLimiter: Sendable {
  private let most: Int
  private let open = Locked(0)

  init(most: Int) { self.most = most }

  /// - Throws: ``Problem`` when there are too many listeners.
  func take() throws -> Place {
    let isFree = open.withLock { open in
      guard open < most else { return false }
      open += 1
      return true
    }
    guard isFree else {
      throw Problem(
        .serviceUnavailable,
        "too-many-listeners",
        "Too many pages listen for changes at once. Close some of them; this page still works.",
        headers: [.retryAfter: "30"]
      )
    }
    return Place(count: self)
  }

  var count: Int { open.withLock { $0 } }

  /// One listener's place, released when it leaves or is deallocated.
  final class Place: Sendable {
    private let count: StreamLimiter
    private let isTaken = Locked(true)

    fileprivate init(count: StreamLimiter) { self.count = count }

    deinit { leave() }

    func leave() {
      let wasTaken = isTaken.withLock { isTaken in
        defer { isTaken = false }
        return isTaken
      }
      if wasTaken { count.open.withLock { $0 -= 1 } }
    }
  }
}
