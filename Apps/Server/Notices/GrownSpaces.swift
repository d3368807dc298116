import Core
import Locks

/// The spaces that have grown since the last check.
final class GrownSpaces: Sendable {
  private let spaces = Locked<Set<SpaceID>>([])

  func add(_ space: SpaceID) { spaces.withLock { _ = $0.insert(space) } }

  func take() -> Set<SpaceID> {
    spaces.withLock { spaces in
      defer { spaces = [] }
      return spaces
    }
  }
}
