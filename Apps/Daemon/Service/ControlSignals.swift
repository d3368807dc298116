import Glibc
import Loop

/// Control requests to a running daemon, from signals or from changes that it observes.
@LoopActor
final class ControlSignals {
  enum Wish: Sendable, Equatable {
    /// Exit cleanly.
    case stop
    /// Reopen everything: another product, another file, another time zone.
    case reload
  }

  nonisolated private let stream: AsyncStream<Wish>
  nonisolated private let voice: AsyncStream<Wish>.Continuation
  private var signals: [LoopSignal] = []

  /// Starts listening for `SIGTERM`, `SIGINT` and `SIGHUP`.
  init() throws {
    (stream, voice) = AsyncStream.makeStream(of: Wish.self, bufferingPolicy: .bufferingNewest(8))
    let voice = voice
    for number in [SIGTERM, SIGINT] {
      signals.append(try LoopSignal(number) { voice.yield(.stop) })
    }
    signals.append(try LoopSignal(SIGHUP) { voice.yield(.reload) })
  }

  nonisolated func ask(for wish: Wish) { voice.yield(wish) }

  /// Waits for the next control request; `stop` when the waiting task is cancelled.
  nonisolated func next() async -> Wish {
    for await wish in stream { return wish }
    return .stop
  }

  func close() { for signal in signals { signal.close() } }
}
