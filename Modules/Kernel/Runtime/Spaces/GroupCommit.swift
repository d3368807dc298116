import Core
import Engine
import Journals
import Loop

/// Group commit: what is decided while one batch is being written forms the next.
///
/// One transaction per batch, of all spaces that have something; never on the loop's thread.
@LoopActor
final class GroupCommit {
  private typealias Given = (engine: SpaceEngine, append: Append)

  private let journal: any Journal
  private var dirty: [SpaceEngine] = []
  private var isWriting = false
  /// What the journal was given, and by whom.
  private var writing: [Given] = []
  private var isScheduled = false
  /// How many requests came since the last batch left while nothing is being written.
  private var waiting = 0
  /// As many as are worth a transaction of their own, which is then written while others that have
  /// arrived are decided; measured with 512 callers, both threads are about as busy then.
  private static let worthWriting = 64
  /// Who goes on with what was written; held only while there is something to write, so that whoever
  /// waits is answered, also by a runtime that nobody else holds any more.
  private var owner: Spaces?

  init(_ journal: any Journal) { self.journal = journal }

  /// Sees to it that what the space has decided is written, and what waits in it answered.
  func schedule(_ engine: SpaceEngine, of owner: Spaces) {
    self.owner = owner
    if !dirty.contains(where: { $0 === engine }) { dirty.append(engine) }
    guard !isWriting else { return }
    waiting += 1
    if waiting == Self.worthWriting { return flush() }
    guard !isScheduled else { return }
    isScheduled = true
    // What has already arrived on the loop is decided before the batch leaves, up to that number.
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
        owner?.wasAnswered(engine)
        continue
      }
      batch.append((engine, append))
    }
    if batch.isEmpty { return goOn() }
    write(batch)
  }

  private func write(_ batch: [Given]) {
    isWriting = true
    writing = batch
    let (journal, appends) = (journal, batch.map(\.append))
    // Begun at once: the journal is to write while what waits on the loop is decided.
    LoopActor.begin {
      let result: Result<[AppendResult], any Error>
      do {
        result = .success(try await journal.append(appends))
      } catch {
        result = .failure(error)
      }
      LoopActor.assumeIsolated { self.complete(result) }
    }
  }

  private func complete(_ result: Result<[AppendResult], any Error>) {
    let written = writing
    writing = []
    isWriting = false
    for (index, (engine, append)) in written.enumerated() {
      engine.settle(result.map { $0[index] })
      owner?.wasSettled(engine, append)
    }
    goOn()
  }

  /// Begins with what has come meanwhile, or rests.
  private func goOn() {
    guard !isScheduled, !isWriting else { return }
    if !dirty.isEmpty {
      flush()
    } else {
      owner = nil
    }
  }
}
