import Bus
import Glibc
import Loop

/// Waits for requests to the running daemon, and turns signals into such requests.
@LoopActor
final class ControlSignals {
  nonisolated private let requests: AsyncStream<ControlRequest>
  private var subscription: Subscription?
  private var signals: [LoopSignal] = []

  /// Starts listening for `SIGTERM`, `SIGINT` and `SIGHUP`.
  init(_ bus: Bus) throws {
    let (requests, continuation) = AsyncStream.makeStream(
      of: ControlRequest.self,
      bufferingPolicy: .bufferingNewest(8)
    )
    self.requests = requests
    let topic = bus.topic(ControlRequest.self)
    subscription = topic.subscribe("control") { continuation.yield($0) }
    for (number, request) in [(SIGTERM, ControlRequest.stop), (SIGINT, .stop), (SIGHUP, .reload)] {
      signals.append(try LoopSignal(number) { topic.publish(request) })
    }
  }

  /// Waits for the next request; returns `stop` when the waiting task is cancelled.
  nonisolated func next() async -> ControlRequest {
    for await request in requests { return request }
    return .stop
  }

  func close() {
    subscription?.cancel()
    for signal in signals { signal.close() }
  }
}
