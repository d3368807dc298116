import Journals
import Locks

/// Collects what arrives while the journal writes, and appends it in one transaction afterwards.
///
/// Each transaction waits for the disk, so the pushes of many people take as long as those of a
/// few.
final class SharedAppends: Sendable {
  private typealias Reply = CheckedContinuation<Result<AppendResult, JournalError>, Never>
  private typealias Given = (request: AppendRequest, reply: Reply)

  private struct State {
    var waiting: [Given] = []
    var isWriting = false
  }

  private let journal: any Journal
  private let state = Locked(State())
  /// The greatest number of appends in one transaction.
  private let most: Int

  init(_ journal: any Journal, most: Int = 256) {
    self.journal = journal
    self.most = most
  }

  /// Appends to one space, as `Journal.append(_:)` does.
  func append(_ request: AppendRequest) async throws(JournalError) -> AppendResult {
    let result = await withCheckedContinuation { (reply: Reply) in
      let begins = state.withLock { state -> Bool in
        state.waiting.append((request, reply))
        defer { state.isWriting = true }
        return !state.isWriting
      }
      if begins { Task { await write() } }
    }
    return try result.get()
  }

  /// Writes what waits, until nothing does.
  private func write() async {
    while let batch = take() {
      let results = await journal.appendEach(batch.map(\.request))
      for (given, result) in zip(batch, results) { given.reply.resume(returning: result) }
    }
  }

  private func take() -> [Given]? {
    state.withLock { state -> [Given]? in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        return nil
      }
      let batch = Array(state.waiting.prefix(most))
      state.waiting.removeFirst(batch.count)
      return batch
    }
  }
}
