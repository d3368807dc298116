import Core
import Locks

/// Tells one listener which spaces have grown, whether anybody has them open or not.
final class SpaceGrowth: Sendable {
  // A function alone would be wrapped once more at each access through the generic lock, so that
  // telling took longer each time, until the stack had no room for it.
  private struct Listener {
    let body: @Sendable (SpaceID) -> Void
  }

  private let listener = Locked<Listener?>(nil)

  /// - Parameter body: must be quick: whoever wrote waits for it.
  func listen(_ body: @escaping @Sendable (SpaceID) -> Void) {
    listener.withLock { $0 = Listener(body: body) }
  }

  func tell(_ space: SpaceID) { listener.withLock { $0 }?.body(space) }
}
