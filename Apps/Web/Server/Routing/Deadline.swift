import HTTPTypes

/// Work that must be done by a time.
enum Deadline {
  /// - Throws: ``Problem`` when `body` takes longer.
  static func run<T: Sendable>(
    seconds: Int,
    _ body: @escaping @Sendable () async throws -> T
  ) async throws -> T {
    try await withThrowingTaskGroup(of: T.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        throw Problem(
          .requestTimeout,
          "too-slow",
          "What you sent took too long to arrive. Nothing was changed: try once more.",
          headers: [.connection: "close"]
        )
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }
}
