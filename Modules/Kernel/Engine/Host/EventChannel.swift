import Core
import EventDispatch

/// Where events of one type go: to the modules at once, and to the world once on disk.
final class EventChannel<E: Event> {
  let modules: Audience<EventEnvelope<E>>
  let world: Audience<CommittedEvent<E>>
  /// The modules that declared to publish this change, by their place in the set.
  var publishers: Set<Int> = []

  init(in source: any AudienceSource) {
    modules = source.audience(of: EventEnvelope<E>.self)
    world = source.audience(of: CommittedEvent<E>.self)
  }
}
