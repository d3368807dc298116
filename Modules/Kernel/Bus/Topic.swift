import EventDispatch
import Loop

/// All events of one type on one bus; fetch it once and keep it.
public final class Topic<Event: Sendable>: Sendable {
  /// `nonisolated(unsafe)`: a constant, which only code of the loop reaches: the methods below are
  /// isolated to it, and so is what the lane calls.
  @usableFromInline nonisolated(unsafe) let list: SubscriberList<Event>
  @usableFromInline let lane: Lane<Event>

  @inlinable
  init(on dispatcher: Dispatcher, backlog: Int) {
    // Made here and known to nobody else; the lane calls it on the loop.
    nonisolated(unsafe) let list = SubscriberList<Event>(of: dispatcher)
    self.list = list
    lane = Lane(to: LoopActor.loop, limit: backlog) { event in list.publish(event) }
  }

  /// Has `handler` called with every event published from now on, until the token ends.
  ///
  /// - Parameters:
  ///   - label: who subscribes, for reports of failures and the tail of the bus.
  ///   - handler: an error it throws is counted and reported, and the others get the event.
  @LoopActor
  public func subscribe(
    _ label: String,
    _ handler: @escaping @LoopActor (Event) throws -> Void
  ) -> Subscription {
    let subscriber = list.subscribe(label, handler)
    // The list alone, so that a token that is kept keeps no topic; the closure runs on the loop.
    nonisolated(unsafe) let list = list
    return Subscription(subscriber.life) { list.removeEnded() }
  }

  /// Delivers the event to every subscriber, and then all that this causes, before it returns.
  ///
  /// Called from within a handler, it only queues the event: it is delivered after those already
  /// waiting on the whole bus, so that all subscribers see one order.
  @LoopActor @inlinable @inline(__always)
  public func publish(_ event: Event) { list.publish(event) }

  /// True when someone would get an event.
  @LoopActor
  public var hasSubscribers: Bool { list.hasSubscribers }

  /// Publishes from any thread, in the order of that thread; never waits.
  @inlinable
  public func post(_ event: Event) { lane.post(event) }

  /// Publishes several events from any thread at once; cheaper than one by one.
  @inlinable
  public func post(contentsOf events: some Collection<Event>) { lane.post(contentsOf: events) }

  /// Publishes from any thread, waiting while the bus's backlog of such events is full.
  @inlinable
  public func send(_ event: Event) async { await lane.send(event) }
}
