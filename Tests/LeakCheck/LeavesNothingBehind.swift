import Testing

/// Fails a test that ends while something that it started is still there (see ``Leftovers``).
public struct LeavesNothingBehind: TestTrait, SuiteTrait, TestScoping {
  public let isRecursive = true

  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let left = try await Leftovers.of(function)
    #expect(left == Leftovers(), sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == LeavesNothingBehind {
  /// Checks that the test, or each test of the suite, has ended what it started.
  public static var leavesNothingBehind: Self { LeavesNothingBehind() }
}
