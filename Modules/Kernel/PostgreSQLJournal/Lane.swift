import Locks

/// A thread with something of its own, such as a connection, which nothing else uses.
package final class Lane<Resource>: Sendable {
  let thread = SerialThread()
  private let resource: Locked<Resource>

  package init(_ resource: consuming sending Resource) { self.resource = Locked(resource) }

  /// The number of calls that are running or waiting.
  package var load: Int { thread.load }

  package func end() { thread.end() }

  /// Runs `body` on the thread, after all earlier calls.
  package func run<T: Sendable, E: Error>(
    _ body: @Sendable (Resource) throws(E) -> T
  ) async throws(E) -> T {
    try await thread.run { [self] () throws(E) in try runNow(body) }
  }

  /// Like ``run(_:)``, but on the caller's thread, which waits.
  package func runNow<T: Sendable, E: Error>(
    _ body: @Sendable (Resource) throws(E) -> T
  ) throws(E) -> T {
    try resource.withLock { resource throws(E) in try body(resource) }
  }
}

extension Array {
  /// The least busy of some lanes; of equally busy ones the first, so that usually one is used.
  package func leastBusy<Resource>() -> Element where Element == Lane<Resource> {
    leastBusy { $0.load }
  }

  /// The element with the least load.
  func leastBusy(_ load: (Element) -> Int) -> Element {
    var least = self[0]
    for other in self where load(other) < load(least) { least = other }
    return least
  }
}
