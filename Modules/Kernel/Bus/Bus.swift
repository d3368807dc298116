import EventDispatch
import Locks
import Loop

/// A bus that delivers typed events on the loop in one total order.
///
/// Publishers and subscribers do not know each other. The ``Dispatcher`` keeps the order and knows
/// no loop; the bus makes it available to other threads. Each bus has its own order, budget and
/// topics; all buses run on the one loop.
public final class Bus: Sendable {
  /// `nonisolated(unsafe)`: a constant that is made here and has no other references.
  ///
  /// Its contents are accessed only by code on the loop, here and in ``Topic``.
  @usableFromInline nonisolated(unsafe) let order: Dispatcher
  @usableFromInline let backlog: Int
  @usableFromInline let topics = Locked<[ObjectIdentifier: any Sendable]>([:])

  /// - Parameters:
  ///   - budget: the number of further events that one event may cause before the rest are dropped.
  ///   - backlog: the number of events that `send` lets wait in a topic before it suspends its
  ///     caller.
  public init(budget: Int = 100_000, backlog: Int = 1024) {
    order = Dispatcher(budget: budget)
    self.backlog = backlog
  }

  /// Returns the topic for a type of event, made on first use; callable from any thread.
  @inlinable
  public func topic<Event: Sendable>(_ type: Event.Type = Event.self) -> Topic<Event> {
    topics.withLock { topics in
      if let known = topics[ObjectIdentifier(type)] as? Topic<Event> { return known }
      let new = Topic<Event>(on: order, backlog: backlog)
      topics[ObjectIdentifier(type)] = new
      return new
    }
  }

  /// Calls `body` for every failure from now on, for the lifetime of the bus.
  @LoopActor
  public func onFailure(_ body: @escaping @LoopActor (BusFailure) -> Void) {
    order.onFailure(body)
  }

  /// The number of errors each subscriber has thrown, by its label.
  @LoopActor
  public var failures: [String: Int] { order.failures }

  /// Calls `body` with every event of every topic just before delivery, until the token ends.
  ///
  /// Costs nothing while there are no watchers.
  @LoopActor
  public func tail(_ body: @escaping @LoopActor (BusTraffic) -> Void) -> Subscription {
    let watcher = order.watch(body)
    return Subscription(watcher.life) { [self] in order.removeEndedWatchers() }
  }
}

/// Not isolated to the loop, so that modules can join a new bus while the program starts.
///
/// At that time the bus is not in use on the loop; later the lists are used on the loop only.
extension Bus: SubscriberListSource {
  public var dispatcher: Dispatcher { order }

  public func subscribers<Event: Sendable>(of type: Event.Type) -> SubscriberList<Event> {
    topic(type).list
  }
}
