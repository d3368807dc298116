import Loop

/// Records what handlers received, in order; on the loop only.
@LoopActor
final class Log<Entry: Sendable> {
  private(set) var entries: [Entry] = []

  nonisolated init() {}

  func add(_ entry: Entry) { entries.append(entry) }
}

/// Waits until `resume` gives its value.
struct Promise<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream<Value>.makeStream() }

  func resume(_ value: Value) { continuation.yield(value) }

  /// The next value; nil only if the test is cancelled.
  var value: Value? {
    get async {
      for await value in stream { return value }
      return nil
    }
  }
}
