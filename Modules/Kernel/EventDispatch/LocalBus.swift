/// Where the audiences of a dispatcher are found by their type of event.
public protocol AudienceSource {
  var dispatcher: Dispatcher { get }

  /// The audience of a type of event, made on first use.
  func audience<Event: Sendable>(of type: Event.Type) -> Audience<Event>
}

/// A bus without a loop: for tests and simulations, which publish from one thread.
public final class LocalBus: AudienceSource {
  public let dispatcher: Dispatcher
  private var audiences: [ObjectIdentifier: AnyObject] = [:]

  public init(budget: Int = 100_000) { dispatcher = Dispatcher(budget: budget) }

  public func audience<Event: Sendable>(of type: Event.Type) -> Audience<Event> {
    if let known = audiences[ObjectIdentifier(type)] as? Audience<Event> { return known }
    let made = Audience<Event>(of: dispatcher)
    audiences[ObjectIdentifier(type)] = made
    return made
  }
}
