import Core
import Locks

/// Reports to one listener which spaces have grown, whether they are open or not.
final class SpaceGrowth: Sendable {
  // A plain function would be wrapped again at each access through the generic lock, so that calls
  // would take longer each time, until the stack overflows.
  private struct Listener {
    let body: @Sendable (SpaceID) -> Void
  }

  private let listener = Locked<Listener?>(nil)

  /// - Parameter body: must be quick, since writers wait for it.
  func listen(_ body: @escaping @Sendable (SpaceID) -> Void) {
    listener.withLock { $0 = Listener(body: body) }
  }

  func report(_ space: SpaceID) { listener.withLock { $0 }?.body(space) }
}
