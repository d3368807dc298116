import Core
import Journals
import Loop

/// Group commit: what is decided while one batch is being written forms the next.
///
/// One transaction per batch, of all spaces that have something; never on the loop's thread.
@LoopActor
final class CommitQueue {
  private let journal: any Journal
  private var dirty: [Space] = []
  private var isFlying = false
  private var isScheduled = false
  /// Runs the operations of a space again from what is on disk.
  private let reopen: @LoopActor (Space, [any Operation], (any Error)?) -> Void
  /// Called after a space's batch is on disk, or had nothing to be there.
  private let landed: @LoopActor (Space, Batch) -> Void

  init(
    journal: any Journal,
    reopen: @escaping @LoopActor (Space, [any Operation], (any Error)?) -> Void,
    landed: @escaping @LoopActor (Space, Batch) -> Void
  ) {
    self.journal = journal
    self.reopen = reopen
    self.landed = landed
  }

  /// Runs an operation and sees to it that its answer leaves in time.
  func run(_ operation: any Operation, in space: Space) {
    operation.run(in: space)
    if !space.open.hasRows && space.open.operations.isEmpty && space.flying == nil {
      return operation.finish()
    }
    space.open.operations.append(operation)
    schedule(space)
  }

  func schedule(_ space: Space) {
    if !dirty.contains(where: { $0 === space }) { dirty.append(space) }
    guard !isFlying, !isScheduled else { return }
    isScheduled = true
    // Whatever has already arrived on the loop is decided before the batch leaves.
    LoopActor.loop.submit { self.fly() }
  }

  private func fly() {
    isScheduled = false
    guard !isFlying else { return }
    let spaces = dirty
    dirty = []
    var appends: [Append] = []
    var flying: [Space] = []
    for space in spaces {
      let batch = space.open
      space.open = Batch()
      guard batch.hasRows else {
        landed(space, batch)
        finish(batch)
        continue
      }
      space.flying = batch
      space.flights += 1
      flying.append(space)
      appends.append(
        Append(
          space: space.id,
          after: space.folded - batch.facts.count,
          facts: batch.facts,
          alarms: batch.alarms
        )
      )
    }
    guard !appends.isEmpty else { return }
    write(appends, of: flying)
  }

  private func write(_ appends: [Append], of spaces: [Space]) {
    isFlying = true
    do {
      let journal = journal
      try Loop.offload(
        { Result { try journal.append(appends) } },
        then: { result in self.land(spaces, result) }
      )
    } catch {
      land(spaces, .failure(error))
    }
  }

  private func land(_ spaces: [Space], _ result: Result<[AppendResult], any Error>) {
    isFlying = false
    switch result {
    case .success(let results):
      for (space, result) in zip(spaces, results) { land(space, result) }
    case .failure(let error):
      for space in spaces { fail(space, error) }
    }
    if let next = dirty.first { schedule(next) }
  }

  private func land(_ space: Space, _ result: AppendResult) {
    guard let batch = space.flying else { return }
    space.flying = nil
    guard case .appended(let head) = result else {
      let again = batch.operations + space.open.operations
      space.open = Batch()
      return reopen(space, again, nil)
    }
    // Facts that the journal had already, from an import or another device, take no new place
    // in it; folding them once more changed nothing.
    space.folded = head + space.open.facts.count
    landed(space, batch)
    finish(batch)
  }

  /// The state holds what is not on disk and never will be: it is dropped and read again.
  ///
  /// What was decided on top of it is decided again.
  private func fail(_ space: Space, _ error: any Error) {
    guard let batch = space.flying else { return }
    space.flying = nil
    let later = space.open.operations
    space.open = Batch()
    for operation in batch.operations { operation.fail(error) }
    reopen(space, later, error)
  }

  private func finish(_ batch: Batch) {
    for operation in batch.operations { operation.finish() }
    for tell in batch.outbox { tell() }
  }
}
