import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A response that sends events to a client as long as it listens.
///
/// Source of the format: HTML Living Standard, "Server-sent events".
package struct EventStream: Sendable {
  /// The interval between heartbeats, which keep proxies from closing the connection.
  private let heartbeat: Duration

  package init(heartbeat: Duration) { self.heartbeat = heartbeat }

  private static let headers: HTTPFields = [
    .contentType: "text/event-stream; charset=utf-8", .buffering: "no",
  ]

  /// The response to a `HEAD` request, which does not count as a listener.
  package static let empty = Response(status: .ok, headers: headers)

  /// - Parameters:
  ///   - place: the listener's place, which it leaves at the end.
  ///   - first: an event to send at once; nil for none.
  ///   - events: complete events, such as `data: 1` with an empty line; a slow reader gets the
  ///     newest and misses the ones before it.
  package func response<Events: AsyncSequence<String, Never> & Sendable>(
    to exchange: some Exchange,
    in place: StreamLimiter.Place,
    first: String?,
    _ events: Events
  ) -> Response {
    let body = exchange.request.body
    return Response(
      status: .ok,
      headers: EventStream.headers,
      body: .init { writer in
        try? await body.consumeWithCancellationOnInboundClose { _ in
          try await writer.write(ByteBuffer(string: "retry: 1000\n: hello\n\n"))
          if let first { try await writer.write(ByteBuffer(string: first)) }
          for try await text in beats(events).cancelOnGracefulShutdown() {
            try await writer.write(ByteBuffer(string: text))
          }
        }
        place.leave()
        try await writer.finish(nil)
      }
    )
  }

  /// What to write: events, and a heartbeat from time to time.
  private func beats(
    _ events: some AsyncSequence<String, Never> & Sendable
  ) -> AsyncStream<String> {
    let (stream, out) = AsyncStream.makeStream(
      of: String.self,
      bufferingPolicy: .bufferingNewest(2)
    )
    let heartbeat = heartbeat
    let work = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await event in events { out.yield(event) } }
        group.addTask {
          // Ends with the task: a cancelled sleep throws.
          while (try? await Task.sleep(for: heartbeat)) != nil { out.yield(": still here\n\n") }
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
