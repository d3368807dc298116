/// A source of a dispatcher's subscriber lists, by type of event.
public protocol SubscriberListSource {
  var dispatcher: Dispatcher { get }

  /// The list for a type of event, made on first use.
  func subscribers<Event: Sendable>(of type: Event.Type) -> SubscriberList<Event>
}

/// A bus without a loop, for tests and simulations that publish from one thread.
public final class LocalBus: SubscriberListSource {
  public let dispatcher: Dispatcher
  private var lists: [ObjectIdentifier: AnyObject] = [:]

  public init(budget: Int = 100_000) { dispatcher = Dispatcher(budget: budget) }

  public func subscribers<Event: Sendable>(of type: Event.Type) -> SubscriberList<Event> {
    if let known = lists[ObjectIdentifier(type)] as? SubscriberList<Event> { return known }
    let made = SubscriberList<Event>(of: dispatcher)
    lists[ObjectIdentifier(type)] = made
    return made
  }
}
