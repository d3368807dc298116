import Journals
import Locks
import PostgreSQL

/// A thread with a connection of its own, which is opened at the first use.
final class Lane: Sendable {
  private let thread = SerialThread()
  private let link: Locked<Link>

  init(_ link: consuming sending Link) { self.link = Locked(link) }

  /// The number of calls that are running or waiting.
  var load: Int { thread.load }

  func end() { thread.end() }

  /// Runs `body` on the thread, after all earlier calls.
  func run<T: Sendable>(
    _ body: @Sendable (Link) throws(JournalError) -> T
  ) async throws(JournalError) -> T {
    try await thread.run { [self] () throws(JournalError) in
      try link.withLock { link throws(JournalError) in try body(link) }
    }
  }
}
