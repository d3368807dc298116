import Loop
import Synchronization

/// One subscriber of a topic, or one watcher of the bus.
@usableFromInline
final class Subscriber<Event: Sendable>: Endable {
  @usableFromInline let label: String
  @usableFromInline let handler: @LoopActor (Event) throws -> Void
  @usableFromInline let live = Atomic(true)
  private let count: LiveCount

  /// - Parameter count: where it is counted for as long as it lives.
  init(
    _ label: String,
    _ handler: @escaping @LoopActor (Event) throws -> Void,
    in count: LiveCount = LiveCount()
  ) {
    self.label = label
    self.handler = handler
    self.count = count
    count.value.wrappingAdd(1, ordering: .relaxed)
  }

  @inlinable @inline(__always)
  var isLive: Bool { live.load(ordering: .relaxed) }

  func end() -> Bool {
    let isFirst = live.exchange(false, ordering: .relaxed)
    if isFirst { count.value.wrappingSubtract(1, ordering: .relaxed) }
    return isFirst
  }
}

/// How many subscribers of one audience live.
///
/// Of no type of event, so that code that is compiled for all of them reads it at once.
@usableFromInline
final class LiveCount: Sendable {
  let value = Atomic(0)

  var isZero: Bool { value.load(ordering: .relaxed) == 0 }
}

/// What a subscription's token can end.
protocol Endable: AnyObject, Sendable {
  /// Ends it at once; true for the first caller.
  func end() -> Bool
}
