import Locks

/// Kills a program at one of its steps: nothing after it happens any more.
package final class Tripwire: Sendable {
  package struct Killed: Error {}

  private let left: Locked<Int>

  package init(after steps: Int) { left = Locked(steps) }

  /// Whether the program is dead.
  package var hasTripped: Bool { left.withLock { $0 < 0 } }

  package func step() throws {
    let isDead = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isDead { throw Killed() }
  }
}
