import Core
import EventDispatch

/// Where events of one type go: to the modules at once, and to the observers once on disk.
final class EventChannel<E: Event> {
  let modules: SubscriberList<EventEnvelope<E>>
  let observers: SubscriberList<CommittedEvent<E>>
  /// The modules that declared to publish this change, by their place in the set.
  var publishers: Set<Int> = []

  init(in source: any SubscriberListSource) {
    modules = source.subscribers(of: EventEnvelope<E>.self)
    observers = source.subscribers(of: CommittedEvent<E>.self)
  }

  // Both are compiled for all events at once, where each type that depends on the event's has to be
  // looked up: what goes nowhere is not made.

  /// Tells the modules at once.
  func publishToModules(_ event: E, of engine: SpaceEngine) {
    guard modules.isHeard else { return }
    modules.publish(EventEnvelope(event: event, stamp: engine.current, engine: engine))
  }

  /// Tells the world, once the batch that the event belongs to is on disk.
  func publishToObservers(_ event: E, of engine: SpaceEngine) {
    if observers.hasSubscribers { holdBack(event, of: engine) }
  }

  @inline(never)
  private func holdBack(_ event: E, of engine: SpaceEngine) {
    let committed = CommittedEvent(event: event, stamp: engine.current, space: engine.id)
    let observers = observers
    engine.open.outbox.append { observers.publish(committed) }
  }
}
