import Bus
import Core
import Engine
import LocalApp
import Loop
import Runtime

/// Tells everybody who shows the space when to look again: it has grown, or another day began.
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

  /// Has everybody look again though nothing was written.
  func tellAgain() { tell(head) }

  /// The sequence number each time there is reason to look; ends when nobody listens to it.
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
