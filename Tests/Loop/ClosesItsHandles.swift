import Loop
import Testing

/// Fails a test that ends with a handle of its own still open.
struct ClosesItsHandles: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let log = HandleLog()
    try await HandleLog.$current.withValue(log) { try await function() }
    // A handle that was dropped closes in the loop's next turn.
    await LoopActor.run {}
    #expect(log.open.isEmpty, sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == ClosesItsHandles {
  /// The test, or each of the suite, has closed what it opened when it ends.
  static var closesItsHandles: Self { ClosesItsHandles() }
}
