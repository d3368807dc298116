import Glibc
import Loop

/// Control requests to a running daemon, from signals or from changes that it observes.
@LoopActor
final class ControlSignals {
  enum Request: Sendable, Equatable {
    /// Exit cleanly.
    case stop
    /// Reopen everything: another product, another file, another time zone.
    case reload
  }

  nonisolated private let stream: AsyncStream<Request>
  nonisolated private let continuation: AsyncStream<Request>.Continuation
  private var signals: [LoopSignal] = []

  /// Starts listening for `SIGTERM`, `SIGINT` and `SIGHUP`.
  init() throws {
    (stream, continuation) = AsyncStream.makeStream(
      of: Request.self,
      bufferingPolicy: .bufferingNewest(8)
    )
    let continuation = continuation
    for number in [SIGTERM, SIGINT] {
      signals.append(try LoopSignal(number) { continuation.yield(.stop) })
    }
    signals.append(try LoopSignal(SIGHUP) { continuation.yield(.reload) })
  }

  nonisolated func ask(for request: Request) { continuation.yield(request) }

  /// Waits for the next control request; `stop` when the waiting task is cancelled.
  nonisolated func next() async -> Request {
    for await request in stream { return request }
    return .stop
  }

  func close() { for signal in signals { signal.close() } }
}
