import EventDispatch
import Locks
import Loop

/// Typed events between parts that do not know each other, in one total order, on the loop.
///
/// The order itself is a ``Dispatcher``'s, which knows no loop; a bus is what other threads reach it
/// by. Each bus has an order, a budget and topics of its own; all run on the one loop.
public final class Bus: Sendable {
  /// `nonisolated(unsafe)`: a constant, made here and known to nobody else; what it holds is reached
  /// by code of the loop alone, here and in ``Topic``.
  @usableFromInline nonisolated(unsafe) let order: Dispatcher
  @usableFromInline let backlog: Int
  @usableFromInline let topics = Locked<[ObjectIdentifier: any Sendable]>([:])

  /// - Parameters:
  ///   - budget: how many further events one event may cause before the rest are dropped.
  ///   - backlog: how many events `send` lets wait in a topic before it makes its caller wait.
  public init(budget: Int = 100_000, backlog: Int = 1024) {
    order = Dispatcher(budget: budget)
    self.backlog = backlog
  }

  /// The topic of a type of event, made on first use; from any thread.
  @inlinable
  public func topic<Event: Sendable>(_ type: Event.Type = Event.self) -> Topic<Event> {
    topics.withLock { topics in
      if let known = topics[ObjectIdentifier(type)] as? Topic<Event> { return known }
      let new = Topic<Event>(on: order, backlog: backlog)
      topics[ObjectIdentifier(type)] = new
      return new
    }
  }

  /// Has `body` told of every failure from now on, for as long as the bus lives.
  @LoopActor
  public func onFailure(_ body: @escaping @LoopActor (BusFailure) -> Void) {
    order.onFailure(body)
  }

  /// How often each subscriber threw, by its label.
  @LoopActor
  public var failures: [String: Int] { order.failures }

  /// Shows `body` every event of every topic just before it is delivered, until the token ends.
  ///
  /// Costs nothing while nobody watches.
  @LoopActor
  public func tail(_ body: @escaping @LoopActor (BusTraffic) -> Void) -> Subscription {
    let watcher = order.watch(body)
    return Subscription(watcher.life) { [self] in order.removeEndedWatchers() }
  }
}

/// Not isolated to the loop, so that modules can be joined to a new bus by whoever starts the program,
/// before the loop knows of it; from then on what is found here is used on the loop alone.
extension Bus: SubscriberListSource {
  public var dispatcher: Dispatcher { order }

  public func subscribers<Event: Sendable>(of type: Event.Type) -> SubscriberList<Event> {
    topic(type).list
  }
}
