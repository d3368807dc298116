import Loop
import Testing

/// Fails a test that ends while one of its own handles is still open.
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
    // A released handle is closed in the loop's next turn.
    await LoopActor.run {}
    #expect(log.open.isEmpty, sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == ClosesItsHandles {
  /// Checks that the test, or each test of the suite, has closed what it opened.
  static var closesItsHandles: Self { ClosesItsHandles() }
}
