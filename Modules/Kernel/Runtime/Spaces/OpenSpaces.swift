import Core
import Locks

/// The spaces that are open in a runtime, for threads that have written to one.
///
/// A space is here before it is read. So what was written to a space that is not here yet is read
/// when it is opened, and there is nothing to refresh.
final class OpenSpaces: Sendable {
  private let ids = Locked<Set<SpaceID>>([])

  func contains(_ id: SpaceID) -> Bool { ids.withLock { $0.contains(id) } }

  func insert(_ id: SpaceID) { ids.withLock { _ = $0.insert(id) } }

  func remove(_ id: SpaceID) { ids.withLock { _ = $0.remove(id) } }
}
