import Locks

/// What threads of a server tell a test.
package final class Gathered<Element: Sendable>: Sendable {
  private let list = Locked<[Element]>([])

  package init() {}

  package func add(_ element: Element) { list.withLock { $0.append(element) } }

  package var elements: [Element] { list.withLock { $0 } }
}

/// Something that one side waits for and the other lets happen.
package struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

  package func give() { continuation.finish() }

  package func wait() async {
    for await _ in stream {}
  }
}
