import Glibc
import Loop

/// What a running daemon is asked to do, by signals or by what it sees.
@LoopActor
final class ControlSignals {
  enum Wish: Sendable, Equatable {
    /// To end, cleanly.
    case stop
    /// To open everything anew: another product, another file, another time zone.
    case reload
  }

  nonisolated private let stream: AsyncStream<Wish>
  nonisolated private let voice: AsyncStream<Wish>.Continuation
  private var signals: [LoopSignal] = []

  /// Begins to listen for `SIGTERM`, `SIGINT` and `SIGHUP`.
  init() throws {
    (stream, voice) = AsyncStream.makeStream(of: Wish.self, bufferingPolicy: .bufferingNewest(8))
    let voice = voice
    for number in [SIGTERM, SIGINT] {
      signals.append(try LoopSignal(number) { voice.yield(.stop) })
    }
    signals.append(try LoopSignal(SIGHUP) { voice.yield(.reload) })
  }

  nonisolated func ask(for wish: Wish) { voice.yield(wish) }

  /// Waits for the next wish; to stop, when the waiting task is cancelled.
  nonisolated func next() async -> Wish {
    for await wish in stream { return wish }
    return .stop
  }

  func close() { for signal in signals { signal.close() } }
}
