import Loop

/// A page of facts that is being read on the thread pool, while the loop has other things to do.
@LoopActor
final class ComingPage {
  private var result: Result<SpaceLoader.Page, any Error>?
  private var waiter: CheckedContinuation<SpaceLoader.Page, any Error>?

  /// Begins to read at once.
  init(_ read: @escaping @Sendable () throws -> SpaceLoader.Page) throws {
    try Loop.offload(
      { Result { try read() } },
      then: { result in
        self.result = result
        self.waiter?.resume(with: result)
      }
    )
  }

  /// Waits for the page.
  ///
  /// Called once.
  func page() async throws -> SpaceLoader.Page {
    if let result { return try result.get() }
    return try await withCheckedThrowingContinuation { waiter = $0 }
  }
}
