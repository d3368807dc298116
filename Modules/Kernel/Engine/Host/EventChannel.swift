import Core
import EventDispatch

/// Delivers events of one type: to the modules at once, and to observers once they are on disk.
final class EventChannel<E: Event> {
  let modules: SubscriberList<EventEnvelope<E>>
  let observers: SubscriberList<CommittedEvent<E>>
  /// The modules that declare to publish this change, by index.
  var publishers: Set<Int> = []

  init(in source: any SubscriberListSource) {
    modules = source.subscribers(of: EventEnvelope<E>.self)
    observers = source.subscribers(of: CommittedEvent<E>.self)
  }

  // Both are compiled once for all events, where types that depend on the event's type must be
  // looked up at run time; so an event without receivers is not made.

  /// Delivers the event to the modules at once.
  func publishToModules(_ event: E, of engine: SpaceEngine) {
    guard modules.hasReceivers else { return }
    modules.publish(EventEnvelope(event: event, stamp: engine.current, engine: engine))
  }

  /// Delivers the event to observers once the batch that it belongs to is on disk.
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
