import HTTPTypes
import Synchronization

/// Work with a time limit.
package enum Deadline {
  /// Runs `body`, without a timer if it completes immediately, like most bodies here.
  ///
  /// - Throws: ``Problem`` when `body` takes longer.
  package static func run<T: Sendable>(
    seconds: Int,
    _ body: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    let end = End()
    return try await withThrowingTaskGroup(of: T.self) { group in
      group.addImmediateTask {
        defer { end.isReached.store(true, ordering: .relaxed) }
        return try await body()
      }
      if !end.isReached.load(ordering: .relaxed) {
        group.addTask {
          try await Task.sleep(for: .seconds(seconds))
          throw tooSlow
        }
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  private final class End: Sendable {
    let isReached = Atomic(false)
  }

  private static let tooSlow = Problem(
    .requestTimeout,
    "too-slow",
    "What you sent took too long to arrive. Nothing was changed: try once more.",
    headers: [.connection: "close"]
  )
}
