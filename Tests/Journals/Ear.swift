import Journals
import Locks

/// Listens until it is released.
final class Ear: Sendable {
  private let words: SharedLocked<[SpaceHead]>
  private let end: SharedLocked<Bool>
  private let listening: Task<Void, Never>

  init(_ heads: AsyncStream<SpaceHead>) {
    let (words, end) = (SharedLocked<[SpaceHead]>([]), SharedLocked(false))
    (self.words, self.end) = (words, end)
    listening = Task.detached {
      for await head in heads { words.withLock { $0.append(head) } }
      end.withLock { $0 = true }
    }
  }

  deinit { listening.cancel() }

  var heard: [SpaceHead] { words.withLock { $0 } }
  var hasEnded: Bool { end.withLock { $0 } }

  func stop() { listening.cancel() }

  /// Whether all of `heads` are reported within a time that is enough for any disk.
  func hears(_ heads: [SpaceHead]) async -> Bool {
    await comesTrue { heads.allSatisfy(self.heard.contains) }
  }
}
