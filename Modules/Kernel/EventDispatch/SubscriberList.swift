/// The subscribers of one type of event, and the events that wait for them.
///
/// Belongs to whatever isolation its dispatcher belongs to: one thread at a time.
public final class SubscriberList<Event: Sendable>: Deliverer {
  @usableFromInline let dispatcher: Dispatcher
  @usableFromInline let count = SubscriberCount()
  @usableFromInline let state = Storage(State())
  /// Delivers waiting events: a closure, because one that is made where the type of event is known
  /// is compiled for that type, which a method called through `Deliverer` is not.
  @usableFromInline let deliveringWaiting: (SubscriberList, Int) -> Void

  @usableFromInline
  struct State {
    /// Subscribers of this type of event, retained by hand: counting references at each delivery
    /// costs more than the call itself.
    ///
    /// Kept without their type, which code that is compiled for all types of events would look up.
    ///
    /// Grows at any time, and loses its dead entries only while nothing is being delivered; so
    /// whoever is being called stays in memory until the call is over.
    @usableFromInline var subscribers: ContiguousArray<UnsafeMutableRawPointer> = []
    @usableFromInline var waiting = FIFOQueue<Event>()

    @inlinable
    init() {}
  }

  @inlinable
  public init(of dispatcher: Dispatcher) {
    self.dispatcher = dispatcher
    deliveringWaiting = { list, count in
      for _ in 0..<count { list.showAndDeliver(list.state.value.waiting.take()) }
    }
  }

  deinit {
    // The last reference is gone, so no delivery is running; each entry was retained once.
    for subscriber in state.value.subscribers { typed(subscriber).release() }
    state.value.waiting.free()
  }

  /// One of `subscribers`; nothing but ``subscribe(_:_:)`` puts any there.
  @inlinable @inline(__always)
  func typed(_ subscriber: UnsafeMutableRawPointer) -> Unmanaged<Subscriber<Event>> {
    Unmanaged.fromOpaque(subscriber)
  }

  /// Made when it is asked for: a name takes long to make, and only failures and watchers ask.
  @usableFromInline var eventName: String { String(describing: Event.self) }

  var labels: [String] {
    state.value.subscribers.compactMap { subscriber in
      let subscriber = typed(subscriber).takeUnretainedValue()
      return subscriber.isLive ? subscriber.label : nil
    }
  }

  /// True when someone would get an event.
  public var hasSubscribers: Bool { !count.isZero }

  /// True when someone would get an event, or see it on its way: if nobody would, it need not be made.
  public var isHeard: Bool { hasSubscribers || dispatcher.isWatched }

  // MARK: Subscribing

  /// Has `handler` called with every event published from now on.
  ///
  /// - Parameters:
  ///   - label: who subscribes, for reports of failures and the tail of the bus.
  ///   - handler: an error it throws is counted and reported, and the others get the event.
  /// - Returns: the subscriber, which may be ended.
  @discardableResult
  public func subscribe(
    _ label: String,
    _ handler: @escaping (Event) throws -> Void
  ) -> Subscriber<Event> {
    let subscriber = Subscriber(label, handler, in: count)
    state.value.subscribers.append(Unmanaged.passRetained(subscriber).toOpaque())
    return subscriber
  }

  /// Lets go of those who ended.
  ///
  /// Not to be called during a delivery.
  package func removeEnded() {
    var kept: ContiguousArray<UnsafeMutableRawPointer> = []
    var ended: [UnsafeMutableRawPointer] = []
    for subscriber in state.value.subscribers {
      if typed(subscriber).takeUnretainedValue().isLive {
        kept.append(subscriber)
      } else {
        ended.append(subscriber)
      }
    }
    state.value.subscribers = kept
    // Last of all, since a handler's captures may run code of others as they go.
    for subscriber in ended { typed(subscriber).release() }
  }

  // MARK: Delivering

  /// Delivers the event to every subscriber, and then all that this causes, before it returns.
  ///
  /// Called from within a handler, it only queues the event: it is delivered after those already
  /// waiting at the whole dispatcher, so that all subscribers see one order.
  @inlinable @inline(__always)
  public func publish(_ event: Event) {
    guard dispatcher.state.value.flags.isEmpty else { return publishWhileBusy(event) }
    dispatcher.state.value.flags = .delivering
    deliver(event)
    if dispatcher.state.value.flags != .delivering { dispatcher.finishCascade() }
    dispatcher.state.value.flags.subtract(.delivering)
  }

  @inlinable
  func publishWhileBusy(_ event: Event) {
    if dispatcher.state.value.flags.contains(.delivering) {
      state.value.waiting.append(event)
      takeTurn()
      return
    }
    dispatcher.state.value.flags.insert(.delivering)
    showAndDeliver(event)
    dispatcher.finishCascade()
    dispatcher.state.value.flags.subtract(.delivering)
  }

  /// Gets in line for one more event.
  @usableFromInline
  func takeTurn() { dispatcher.state.value.wait(self) }

  @inlinable @inline(__always)
  func deliver(_ event: Event) {
    // Who subscribes during the delivery gets the next event, hence one count for the whole of it.
    let count = state.value.subscribers.count
    var index = 0
    while index < count {
      let subscriber = typed(state.value.subscribers[index])
      do {
        try borrowing(subscriber) { subscriber in
          if subscriber.isLive { try subscriber.handler(event) }
        }
      } catch {
        failed(subscriber.takeUnretainedValue(), error)
      }
      index &+= 1
    }
  }

  func deliverWaiting(_ count: Int) { deliveringWaiting(self, count) }

  func dropWaiting() { state.value.waiting.clear() }

  @inlinable
  func showAndDeliver(_ event: Event) {
    if dispatcher.state.value.flags.contains(.watched) { show(event) }
    deliver(event)
  }

  @usableFromInline
  func show(_ event: Event) { dispatcher.show(event, named: eventName, to: labels) }

  @usableFromInline @inline(never)
  func failed(_ subscriber: Subscriber<Event>, _ error: any Error) {
    dispatcher.subscriberThrew(subscriber.label, event: eventName, error)
  }
}

/// Calls `body` with an object that someone else keeps alive meanwhile, without counting references.
///
/// A function of our own around the standard library's: an isolated closure passed straight to that
/// one would have its isolation checked at run time, at each call.
@inlinable @inline(__always)
func borrowing<Object: AnyObject>(
  _ object: Unmanaged<Object>,
  _ body: (Object) throws -> Void
) rethrows {
  try object._withUnsafeGuaranteedRef(body)
}
