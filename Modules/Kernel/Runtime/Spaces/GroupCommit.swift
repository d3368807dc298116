import Core
import Engine
import Journals
import Loop

/// Group commit: what is decided while one batch is being written forms the next.
///
/// Each batch is one transaction for all spaces that have something to write, never on the loop's
/// thread. A space that is damaged keeps no other from being written (`Journal.appendEach(_:)`).
@LoopActor
final class GroupCommit {
  private typealias Given = (engine: SpaceEngine, append: AppendRequest)

  private let journal: any Journal
  private let replies: ReplyQueue
  private var dirty: [SpaceEngine] = []
  private var isWriting = false
  /// What was given to the journal, and by which engines.
  private var writing: [Given] = []
  private var isScheduled = false
  /// The number of requests since the last batch, while nothing is being written.
  private var waiting = 0
  /// The number of requests that are worth a transaction.
  ///
  /// It is written while later requests are decided; measured with 512 callers, both threads are
  /// about equally busy then.
  private static let worthWriting = 64
  /// The owner that continues after a write.
  ///
  /// Retained only while there is something to write, so that waiting callers are answered even
  /// when the runtime has no other references.
  private var owner: SpacePool?

  init(_ journal: any Journal, _ replies: ReplyQueue) {
    self.journal = journal
    self.replies = replies
  }

  /// Schedules the write of what the space has decided, and the completion of what waits in it.
  func schedule(_ engine: SpaceEngine, of owner: SpacePool) {
    self.owner = owner
    if !dirty.contains(where: { $0 === engine }) { dirty.append(engine) }
    guard !isWriting else { return }
    waiting += 1
    if waiting == Self.worthWriting { return flush() }
    guard !isScheduled else { return }
    isScheduled = true
    // Requests that are already on the loop are decided before the batch leaves, up to that number.
    LoopActor.loop.submit { self.flush() }
  }

  private func flush() {
    isScheduled = false
    waiting = 0
    guard !isWriting else { return }
    let engines = dirty
    dirty = []
    var batch: [Given] = []
    for engine in engines {
      guard let append = engine.takeBatch() else {
        owner?.didAnswer(engine)
        continue
      }
      batch.append((engine, append))
    }
    if batch.isEmpty { return writeNext() }
    write(batch)
  }

  private func write(_ batch: [Given]) {
    isWriting = true
    writing = batch
    let (journal, appends) = (journal, batch.map(\.append))
    // Started at once, so that the journal writes while the loop decides the waiting requests.
    LoopActor.begin {
      let results = await journal.appendEach(appends)
      LoopActor.assumeIsolated { self.complete(results) }
    }
  }

  private func complete(_ results: [Result<AppendResult, JournalError>]) {
    let written = writing
    writing = []
    isWriting = false
    replies.together {
      for ((engine, append), result) in zip(written, results) {
        engine.settle(result.mapError { $0 as any Error })
        owner?.didSettle(engine, append)
      }
    }
    writeNext()
  }

  /// Starts the next batch, or becomes idle.
  private func writeNext() {
    guard !isScheduled, !isWriting else { return }
    if !dirty.isEmpty {
      flush()
    } else {
      owner = nil
    }
  }
}
