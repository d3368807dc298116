import Core
import Locks

/// Reports which spaces have grown, whether they are open or not.
final class SpaceGrowth: Sendable {
  // A plain function would be wrapped again at each access through the generic lock, so that calls
  // would take longer each time, until the stack overflows.
  private struct Listener {
    let body: @Sendable (SpaceID) -> Void
  }

  private let listeners = Locked<[Listener]>([])

  /// - Parameter body: must be quick, since writers wait for it.
  func listen(_ body: @escaping @Sendable (SpaceID) -> Void) {
    listeners.withLock { $0.append(Listener(body: body)) }
  }

  func report(_ space: SpaceID) {
    for listener in listeners.withLock({ $0 }) { listener.body(space) }
  }
}
