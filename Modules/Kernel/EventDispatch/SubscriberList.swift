/// The subscribers of one type of event, and the events that wait for them.
///
/// Belongs to the isolation of its dispatcher: one thread at a time.
public final class SubscriberList<Event: Sendable>: Deliverer {
  @usableFromInline let dispatcher: Dispatcher
  @usableFromInline let count = SubscriberCount()
  @usableFromInline let state = PointerBox(State())
  /// Delivers waiting events.
  ///
  /// A closure made where the type of event is known is specialized for that type; a method called
  /// through `Deliverer` is not.
  @usableFromInline let deliveringWaiting: (SubscriberList, Int) -> Void

  @usableFromInline
  struct State {
    /// The subscribers of this type of event, retained manually.
    ///
    /// Counting references at each delivery costs more than the call itself. The entries are
    /// untyped, since code that is compiled once for all types of events would look up their type.
    ///
    /// The list may grow at any time, and loses ended entries only while nothing is being
    /// delivered; so the subscriber that is being called stays in memory until the call ends.
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

  /// Casts an entry of `subscribers`, which only ``subscribe(_:_:)`` adds.
  @inlinable @inline(__always)
  func typed(_ subscriber: UnsafeMutableRawPointer) -> Unmanaged<Subscriber<Event>> {
    Unmanaged.fromOpaque(subscriber)
  }

  /// Computed on demand: making a name is slow, and only failures and watchers need it.
  @usableFromInline var eventName: String { String(describing: Event.self) }

  var labels: [String] {
    state.value.subscribers.compactMap { subscriber in
      let subscriber = typed(subscriber).takeUnretainedValue()
      return subscriber.isLive ? subscriber.label : nil
    }
  }

  /// Whether the list has any subscribers.
  public var hasSubscribers: Bool { !count.isZero }

  /// Whether an event would be delivered or watched; otherwise it need not be made.
  public var hasReceivers: Bool { hasSubscribers || dispatcher.isWatched }

  // MARK: Subscribing

  /// Calls `handler` with every event published from now on.
  ///
  /// - Parameters:
  ///   - label: the subscriber's name in reports of failures and in the tail of the bus.
  ///   - handler: an error it throws is counted and reported; other subscribers still get the
  ///     event.
  /// - Returns: the subscriber, which can be ended.
  @discardableResult
  public func subscribe(
    _ label: String,
    _ handler: @escaping (Event) throws -> Void
  ) -> Subscriber<Event> {
    let subscriber = Subscriber(label, handler, in: count)
    state.value.subscribers.append(Unmanaged.passRetained(subscriber).toOpaque())
    return subscriber
  }

  /// Releases subscribers that have ended.
  ///
  /// Must not be called during a delivery.
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
    // Released last, since freeing a handler's captures may run foreign code.
    for subscriber in ended { typed(subscriber).release() }
  }

  // MARK: Delivering

  /// Delivers the event and everything it causes to all subscribers before it returns.
  ///
  /// When called from a handler, it only queues the event, which is delivered after all events that
  /// already wait at the dispatcher. So all subscribers see the same order.
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

  /// Queues one more event.
  @usableFromInline
  func takeTurn() { dispatcher.state.value.wait(self) }

  @inlinable @inline(__always)
  func deliver(_ event: Event) {
    // Those who subscribe during the delivery get only the next event, so the count is read once.
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

/// Calls `body` with an object that the caller keeps alive, without counting references.
///
/// A wrapper around the standard library's function: an isolated closure passed directly to that
/// one would have its isolation checked at run time, at each call.
@inlinable @inline(__always)
func borrowing<Object: AnyObject>(
  _ object: Unmanaged<Object>,
  _ body: (Object) throws -> Void
) rethrows {
  try object._withUnsafeGuaranteedRef(body)
}
