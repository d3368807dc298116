import HTTPTypes
import Locks

/// Limits the number of concurrent listeners.
package final class StreamLimiter: Sendable {
  private let most: Int
  private let open = Locked(0)

  package init(most: Int) { self.most = most }

  /// - Throws: ``Problem`` when there are too many listeners.
  package func take() throws -> Place {
    let isFree = open.withLock { open in
      guard open < most else { return false }
      open += 1
      return true
    }
    guard isFree else {
      throw Problem(
        .serviceUnavailable,
        "too-many-listeners",
        "Too many pages listen for changes at once. Close some of them; this page still works.",
        headers: [.retryAfter: "30"]
      )
    }
    return Place(count: self)
  }

  package var count: Int { open.withLock { $0 } }

  /// One listener's place, released when it leaves or is deallocated.
  package final class Place: Sendable {
    private let count: StreamLimiter
    private let isTaken = Locked(true)

    fileprivate init(count: StreamLimiter) { self.count = count }

    deinit { leave() }

    package func leave() {
      let wasTaken = isTaken.withLock { isTaken in
        defer { isTaken = false }
        return isTaken
      }
      if wasTaken { count.open.withLock { $0 -= 1 } }
    }
  }
}
