import Core
import Journals

/// Group commit for one space: what is decided while a batch is being written forms the next.
extension SpaceEngine {
  /// Returns what the journal is to write now; nil if there are no rows.
  ///
  /// Without rows, the operations that only waited for their turn have been completed. The driver
  /// reports the result with ``settle(_:)``.
  public func takeBatch() -> AppendRequest? {
    guard phase == .ready, inFlight == nil, hasWork else { return nil }
    var batch = open
    open = Batch()
    if batch.hasRows || !isKeepingPastAlarmsRefused {
      batch.hasOnlyPastAlarms = !batch.hasRows
      batch.prepend(pastAlarms.alarms)
    }
    guard batch.hasRows else {
      finish(batch)
      return nil
    }
    inFlight = batch
    batchesTaken += 1
    let (made, clock) = (batch.made, environment.bootClock)
    return AppendRequest(
      space: id,
      after: folded - batch.facts.count,
      facts: batch.facts,
      alarms: batch.alarms,
      sync: batch.sync,
      tickets: batch.operations.compactMap(\.ticket),
      made: SpaceEngine.times(made, by: clock)
    )
  }

  /// When facts were made; nothing if the system does not identify its start.
  private static func times(
    _ made: [(fact: FactID, milliseconds: Int64)],
    by clock: (any BootClock)?
  ) -> [FactID: BootTime] {
    guard let boot = clock?.boot else { return [:] }
    return Dictionary(
      made.map { ($0.fact, BootTime(boot: boot, milliseconds: $0.milliseconds)) },
      uniquingKeysWith: { $1 }
    )
  }

  /// Handles the journal's result for the batch that was taken last.
  public func settle(_ result: Result<AppendResult, any Error>) {
    guard let batch = inFlight else { return }
    inFlight = nil
    switch result {
    case .success(.appended(let head)):
      (pastAlarms, arePastAlarmsKept) = (Batch(), true)
      // Facts that the journal already had, from an import or another device, take no new position
      // in it; folding them again changed nothing.
      var known = folded - open.facts.count - head
      // A known fact that has just been amended has now been folded twice.
      if known > 0, batch.facts.contains(where: { $0.kind == Amendment.kind }) {
        mustFoldAnew = true
      }
      for operation in batch.operations.reversed() where known > 0 {
        known = operation.wereKnown(known)
      }
      folded = head + open.facts.count
      sinceSnapshot += batch.facts.reduce(0) { $0 + SpaceEngine.share(of: $1) }
      // An erasure also drops the snapshots, since they contain what was erased.
      if batch.facts.contains(where: \.erases) { sinceSnapshot = folded }
      // The journal accepted a batch that was submitted after the notification, so no other process
      // wrote before it.
      if let sign = refreshRequestedAt, batchesTaken > sign { refreshRequestedAt = nil }
      // What was decided in the meantime is decided again once the state is right.
      if amendsFolded { reopenAnew() }
      finish(batch)
    case .success(.conflict):
      mayReadOn = batch.facts.isEmpty && open.facts.isEmpty && !amendsFolded
      reopen(batch.operations + open.operations, afterConflict: true)
    case .success(.superseded(let commands)):
      let isSuperseded = { (operation: EngineOperation) in
        operation.ticket.map { commands.contains($0.name) } ?? false
      }
      let others = batch.operations.filter { !isSuperseded($0) }
      reopen(others + open.operations, afterConflict: false)
      for operation in batch.operations where isSuperseded(operation) {
        operation.fail(CommandSuperseded())
      }
    case .failure where batch.hasOnlyPastAlarms:
      // For example on a full disk: they are kept with the next facts, and nobody waited for them.
      isKeepingPastAlarmsRefused = true
      finish(batch)
    case .failure(let error):
      // The state contains what is not on disk and never will be: it is dropped and read again, and
      // what was decided on top of it is decided again.
      reopen(open.operations, afterConflict: false)
      for operation in batch.operations { operation.fail(error) }
    }
  }

  /// Whether the last decided row amends a fact that has been folded.
  private var amendsFolded: Bool {
    if amendedNext != nil { mustFoldAnew = true }
    return mustFoldAnew
  }

  /// Reads the space again, then repeats what was decided and not given to the journal.
  private func reopenAnew() {
    let undone = open.operations
    guard foldsAnew() else { return }
    folded -= open.facts.count
    reopen(undone, afterConflict: false)
  }

  private func finish(_ batch: Batch) {
    let wasBusy = isBusy
    isBusy = true
    announce()
    complete(batch.operations)
    for publish in batch.outbox { publish() }
    isBusy = wasBusy
    runWaiting()
  }

  /// The number of consecutive conflicts after which trying again will not help.
  private static let maxConflicts = 200

  /// Reads the state again since it differs from the disk, and runs `operations` again.
  private func reopen(_ operations: [EngineOperation], afterConflict: Bool) {
    open = Batch()
    phase = .closed
    var again: [EngineOperation] = []
    for operation in operations {
      if afterConflict { operation.conflicts += 1 }
      if operation.conflicts > Self.maxConflicts {
        operation.fail(
          JournalError(
            .busy,
            "Other programs keep writing to your data. Nothing was changed: try again shortly."
          )
        )
      } else {
        again.append(operation)
      }
    }
    waiting = again + waiting
  }

  // MARK: Snapshots

  /// The number of facts after which a snapshot is worth writing.
  private static let snapshotAfter = 1000
  /// The snapshot bytes that each fact since the last one pays for.
  ///
  /// So a snapshot of many years is not rewritten for every few facts. A fact itself writes about a
  /// kilobyte; the snapshots add a sixteenth.
  private static let snapshotBytesPerFact = 64
  private static let snapshotOnCloseAfter = 200
  /// The greatest payload, in bytes, of a fact of everyday use.
  private static let ordinaryPayload = 256

  /// The number of ordinary facts that take as long to fold as this one.
  ///
  /// It is large for a fact with the days of an import.
  static func share(of fact: FactRecord) -> Int {
    1 + (fact.payload?.count ?? 0) / ordinaryPayload
  }

  /// Whether a snapshot is worth writing.
  ///
  /// It is if enough facts were folded since the last one and all of them are on disk. Facts that
  /// are still being written might fail, or get another position than the snapshot would state.
  public func isSnapshotDue(closing: Bool = false) -> Bool {
    // A process that opens from a snapshot assumes that the alarms of the past are kept.
    guard phase == .ready, head == folded, !pastAlarms.hasRows, !mustFoldAnew, !isPartial else {
      return false
    }
    let enough =
      closing
      ? Self.snapshotOnCloseAfter
      : max(Self.snapshotAfter, snapshotBytes / Self.snapshotBytesPerFact)
    return sinceSnapshot >= enough
  }

  /// Returns the current states of all modules, and the journal position that they correspond to.
  public func makeSnapshot() -> (sequence: Int, bytes: [UInt8]) {
    sinceSnapshot = 0
    let bytes = SnapshotCoding.write(self)
    snapshotBytes = bytes.count
    payloadBytes = 0
    return (folded, bytes)
  }
}
