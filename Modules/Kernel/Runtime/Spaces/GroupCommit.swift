import Core
import Engine
import Journals
import Loop

/// Group commit: what is decided while one batch is being written forms the next.
///
/// One transaction per batch, of all spaces that have something; never on the loop's thread.
@LoopActor
final class GroupCommit {
  private let journal: any Journal
  private var dirty: [SpaceEngine] = []
  private var isWriting = false
  private var isScheduled = false
  /// Who goes on with what was written; held only while there is something to write, so that whoever
  /// waits is answered, also by a runtime that nobody else holds any more.
  private var owner: Spaces?

  init(_ journal: any Journal) { self.journal = journal }

  /// Sees to it that what the space has decided is written, and what waits in it answered.
  func schedule(_ engine: SpaceEngine, of owner: Spaces) {
    self.owner = owner
    if !dirty.contains(where: { $0 === engine }) { dirty.append(engine) }
    guard !isWriting, !isScheduled else { return }
    isScheduled = true
    // Whatever has already arrived on the loop is decided before the batch leaves.
    LoopActor.loop.submit { self.flush() }
  }

  private func flush() {
    isScheduled = false
    guard !isWriting else { return }
    let engines = dirty
    dirty = []
    var writing: [SpaceEngine] = []
    var appends: [Append] = []
    for engine in engines {
      guard let append = engine.takeBatch() else {
        owner?.wasAnswered(engine)
        continue
      }
      writing.append(engine)
      appends.append(append)
    }
    if appends.isEmpty { return goOn() }
    write(appends, of: writing)
  }

  private func write(_ appends: [Append], of engines: [SpaceEngine]) {
    isWriting = true
    let journal = journal
    LoopActor.task {
      do {
        self.complete(appends, of: engines, .success(try await journal.append(appends)))
      } catch {
        self.complete(appends, of: engines, .failure(error))
      }
    }
  }

  private func complete(
    _ appends: [Append],
    of engines: [SpaceEngine],
    _ result: Result<[AppendResult], any Error>
  ) {
    isWriting = false
    for (index, engine) in engines.enumerated() {
      engine.settle(result.map { $0[index] })
      owner?.wasSettled(engine, appends[index])
    }
    goOn()
  }

  /// Begins with what has come meanwhile, or rests.
  private func goOn() {
    guard !isScheduled, !isWriting else { return }
    if let next = dirty.first, let owner {
      schedule(next, of: owner)
    } else {
      owner = nil
    }
  }
}
