import Synchronization

/// One subscriber of a list, or one watcher of a dispatcher.
public final class Subscriber<Event: Sendable> {
  @usableFromInline let label: String
  @usableFromInline let handler: (Event) throws -> Void
  /// Whether it is still subscribed; may be ended from any thread.
  @usableFromInline package let life: SubscriberLife

  @usableFromInline
  init(
    _ label: String,
    _ handler: @escaping (Event) throws -> Void,
    in count: SubscriberCount = SubscriberCount()
  ) {
    self.label = label
    self.handler = handler
    life = SubscriberLife(in: count)
  }

  @inlinable @inline(__always)
  var isLive: Bool { life.isLive }
}

/// Whether a subscriber is still subscribed, shared with code on other threads that may end it.
@usableFromInline
package final class SubscriberLife: Sendable {
  @usableFromInline let live = Atomic(true)
  private let count: SubscriberCount

  /// - Parameter count: the count that includes it while it is subscribed.
  init(in count: SubscriberCount) {
    self.count = count
    count.value.wrappingAdd(1, ordering: .relaxed)
  }

  @inlinable @inline(__always)
  package var isLive: Bool { live.load(ordering: .relaxed) }

  /// Ends the subscription at once; true for the first caller.
  package func end() -> Bool {
    let isFirst = live.exchange(false, ordering: .relaxed)
    if isFirst { count.value.wrappingSubtract(1, ordering: .relaxed) }
    return isFirst
  }
}

/// The number of active subscribers of one list.
///
/// Not generic, so that code that is compiled once for all types of events reads it directly.
@usableFromInline
final class SubscriberCount: Sendable {
  let value = Atomic(0)

  @usableFromInline
  init() {}

  var isZero: Bool { value.load(ordering: .relaxed) == 0 }
}
