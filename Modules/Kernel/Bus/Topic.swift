import EventDispatch
import Loop

/// All events of one type on one bus; fetch it once and keep it.
public final class Topic<Event: Sendable>: Sendable {
  /// `nonisolated(unsafe)`: a constant that only code on the loop accesses.
  ///
  /// The methods below are isolated to the loop, and so is the queue's receiver.
  @usableFromInline nonisolated(unsafe) let list: SubscriberList<Event>
  @usableFromInline let queue: LoopQueue<Event>

  @inlinable
  init(on dispatcher: Dispatcher, backlog: Int) {
    // Made here and not shared yet; the queue calls it on the loop.
    nonisolated(unsafe) let list = SubscriberList<Event>(of: dispatcher)
    self.list = list
    queue = LoopQueue(to: LoopActor.loop, limit: backlog) { event in list.publish(event) }
  }

  /// Calls `handler` with every event published from now on, until the token ends.
  ///
  /// - Parameters:
  ///   - label: the subscriber's name in reports of failures and in the tail of the bus.
  ///   - handler: an error it throws is counted and reported; other subscribers still get the
  ///     event.
  @LoopActor
  public func subscribe(
    _ label: String,
    _ handler: @escaping @LoopActor (Event) throws -> Void
  ) -> Subscription {
    let subscriber = list.subscribe(label, handler)
    // Captures only the list, so that a retained token does not retain the topic; the closure runs
    // on the loop.
    nonisolated(unsafe) let list = list
    return Subscription(subscriber.life) { list.removeEnded() }
  }

  /// Delivers the event and everything it causes to all subscribers before it returns.
  ///
  /// When called from a handler, it only queues the event, which is delivered after all events that
  /// already wait on the bus. So all subscribers see the same order.
  @LoopActor @inlinable @inline(__always)
  public func publish(_ event: Event) { list.publish(event) }

  /// Whether the topic has any subscribers.
  @LoopActor
  public var hasSubscribers: Bool { list.hasSubscribers }

  /// Publishes from any thread without waiting; events of one thread keep their order.
  @inlinable
  public func post(_ event: Event) { queue.post(event) }

  /// Publishes several events at once from any thread; cheaper than publishing them one by one.
  @inlinable
  public func post(contentsOf events: some Collection<Event>) { queue.post(contentsOf: events) }

  /// Publishes from any thread, and suspends while the bus's backlog is full.
  @inlinable
  public func send(_ event: Event) async { await queue.send(event) }
}
