import Glibc
import Locks

/// Blocks a thread until it is opened.
final class Gate: Sendable {
  private let isOpen = SharedLocked(false)

  func wait() { while !isOpen.withLock({ $0 }) { usleep(500) } }

  func open() { isOpen.withLock { $0 = true } }
}
