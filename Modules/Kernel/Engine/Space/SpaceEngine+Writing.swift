import Core
import Journals

/// Group commit, as one space sees it: what is decided while a batch is being written forms the
/// next.
extension SpaceEngine {
  /// What the journal is to write now; nil when there are no rows, and then whoever waited for
  /// nothing but a place in line has been answered.
  ///
  /// The driver answers with ``settle(_:)``.
  public func takeBatch() -> Append? {
    guard phase == .ready, inFlight == nil, hasWork else { return nil }
    var batch = open
    open = Batch()
    batch.prepend(pastAlarms.alarms)
    guard batch.hasRows else {
      finish(batch)
      return nil
    }
    inFlight = batch
    batchesTaken += 1
    return Append(
      space: id,
      after: folded - batch.facts.count,
      facts: batch.facts,
      alarms: batch.alarms
    )
  }

  /// The journal's answer to the batch that was taken last.
  public func settle(_ result: Result<AppendResult, any Error>) {
    guard let batch = inFlight else { return }
    inFlight = nil
    switch result {
    case .success(.appended(let head)):
      (pastAlarms, arePastAlarmsKept) = (Batch(), true)
      // Facts that the journal had already, from an import or another device, take no new place
      // in it; folding them once more changed nothing.
      folded = head + open.facts.count
      sinceSnapshot += batch.facts.count
      // An erasure takes the snapshots with it, which hold what was erased.
      if batch.facts.contains(where: \.erases) { sinceSnapshot = folded }
      // The journal took a batch that was given to it after the sign: nobody wrote before it.
      if let sign = refreshRequestedAt, batchesTaken > sign { refreshRequestedAt = nil }
      finish(batch)
    case .success(.conflict):
      reopen(batch.operations + open.operations, afterConflict: true)
    case .failure(let error):
      // The state holds what is not on disk and never will be: it is dropped and read again. What
      // was decided on top of it is decided again.
      reopen(open.operations, afterConflict: false)
      for operation in batch.operations { operation.fail(error) }
    }
  }

  private func finish(_ batch: Batch) {
    let wasBusy = isBusy
    isBusy = true
    announce()
    for operation in batch.operations { operation.complete() }
    for tell in batch.outbox { tell() }
    isBusy = wasBusy
    runWaiting()
  }

  /// After so many conflicts in a row something is wrong that trying again will not mend.
  private static let mostConflicts = 200

  /// The state is not what is on disk: it is read again, and `operations` are run again.
  private func reopen(_ operations: [EngineOperation], afterConflict: Bool) {
    open = Batch()
    phase = .closed
    var again: [EngineOperation] = []
    for operation in operations {
      if afterConflict { operation.conflicts += 1 }
      if operation.conflicts > Self.mostConflicts {
        operation.fail(
          JournalError(
            .busy,
            "Other programs keep writing to this space. Nothing was changed: try again shortly."
          )
        )
      } else {
        again.append(operation)
      }
    }
    waiting = again + waiting
  }

  // MARK: Snapshots

  /// Facts after which a snapshot is worth writing.
  private static let snapshotAfter = 1000
  /// Bytes of a snapshot that each fact since the last one has to pay for, so that one of many years
  /// is not written anew for every few facts.
  ///
  /// A fact itself writes about a kilobyte; the snapshots add a sixteenth.
  private static let snapshotBytesPerFact = 64
  private static let snapshotOnCloseAfter = 200

  /// Whether a snapshot is worth writing: enough facts were folded since the last one, and all of
  /// them are on disk.
  ///
  /// One that waits for the disk might come to nothing, or to another place than the snapshot says.
  public func isSnapshotDue(closing: Bool = false) -> Bool {
    // Whoever begins with a snapshot takes the alarms of the past for kept.
    guard phase == .ready, head == folded, !pastAlarms.hasRows else { return false }
    let enough =
      closing
      ? Self.snapshotOnCloseAfter
      : max(Self.snapshotAfter, snapshotBytes / Self.snapshotBytesPerFact)
    return sinceSnapshot >= enough
  }

  /// The states of all modules as they are now, and the place in the journal they stand for.
  public func makeSnapshot() -> (sequence: Int, bytes: [UInt8]) {
    sinceSnapshot = 0
    let bytes = SnapshotCoding.write(self)
    snapshotBytes = bytes.count
    payloadBytes = 0
    return (folded, bytes)
  }
}
