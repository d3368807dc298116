import Bus
import Core

/// Where events of one type are told: to the modules at once, and to the world once on disk.
final class EventTopics<E: Event>: Sendable {
  let inside: Topic<Delivery<E>>
  let outside: Topic<Told<E>>

  init(on bus: Bus) {
    inside = bus.topic()
    outside = bus.topic()
  }
}
