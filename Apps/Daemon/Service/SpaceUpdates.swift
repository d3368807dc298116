import Bus
import Core
import Engine
import LocalApp
import Loop
import Runtime

/// Tells clients when to reload: the space has grown, or another day has begun.
@LoopActor
final class SpaceUpdates {
  private let space: LocalSpace
  private var listeners: [Int: AsyncStream<Int>.Continuation] = [:]
  private var count = 0
  private var subscription: Subscription?
  private var head = 0

  init(_ space: LocalSpace, head: Int) {
    self.space = space
    self.head = head
    let id = space.id
    subscription = space.runtime.observe(SpaceAdvanced.self, as: "live") { [weak self] committed in
      if committed.space == id { self?.tell(committed.event.sequence) }
    }
  }

  private func tell(_ sequence: Int) {
    head = sequence
    for listener in listeners.values { listener.yield(sequence) }
  }

  /// Makes clients reload although nothing was written.
  func notifyAll() { tell(head) }

  /// The sequence number at each change; ends when its consumer stops.
  func stream() -> AsyncStream<Int> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Int.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    count += 1
    let key = count
    listeners[key] = listener
    listener.onTermination = { _ in Task { @LoopActor [weak self] in self?.listeners[key] = nil } }
    return stream
  }

  func close() {
    subscription?.cancel()
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}
