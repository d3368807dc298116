import Bus
import Core
import Engine
import LocalApp
import Loop
import Runtime

/// Tells clients when to reload: the space has grown, or another day has begun.
@LoopActor
final class SpaceUpdates {
  private let left: Topic<ListenerLeft>
  private var listeners: [Int: AsyncStream<Int>.Continuation] = [:]
  private var count = 0
  private var subscriptions: [Subscription] = []
  private var head = 0

  init(_ space: LocalSpace, head: Int, _ bus: Bus) {
    self.head = head
    // On the bus of the space, so that its listeners end with it.
    left = space.runtime.bus.topic()
    let id = space.id
    subscriptions = [
      space.runtime.observe(SpaceAdvanced.self, as: "live") { [weak self] committed in
        if committed.space == id { self?.publish(committed.event.sequence) }
      },
      // Pages show another day, although nothing was written.
      bus.topic(DayBegan.self).subscribe("live") { [weak self] _ in self?.publishAgain() },
      left.subscribe("live") { [weak self] event in self?.listeners[event.listener] = nil },
    ]
  }

  private func publish(_ sequence: Int) {
    head = sequence
    for listener in listeners.values { listener.yield(sequence) }
  }

  private func publishAgain() { publish(head) }

  /// The sequence number at each change; ends when its consumer stops.
  func stream() -> AsyncStream<Int> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Int.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    count += 1
    let key = count
    listeners[key] = listener
    listener.onTermination = { [left] _ in left.post(ListenerLeft(listener: key)) }
    return stream
  }

  func close() {
    for subscription in subscriptions { subscription.cancel() }
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}
