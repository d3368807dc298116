import Loop
import Synchronization

/// One subscriber of a topic, or one watcher of the bus.
@usableFromInline
final class Subscriber<Event: Sendable>: Endable {
  @usableFromInline let label: String
  @usableFromInline let handler: @LoopActor (Event) throws -> Void
  @usableFromInline let live = Atomic(true)

  init(_ label: String, _ handler: @escaping @LoopActor (Event) throws -> Void) {
    self.label = label
    self.handler = handler
  }

  @inlinable @inline(__always)
  var isLive: Bool { live.load(ordering: .relaxed) }

  func end() -> Bool { live.exchange(false, ordering: .relaxed) }
}

/// What a subscription's token can end.
protocol Endable: AnyObject, Sendable {
  /// Ends it at once; true for the first caller.
  func end() -> Bool
}
