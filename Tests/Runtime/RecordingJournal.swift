import Core
import Journals
import Locks

/// A journal in memory that counts calls and can fail, be slow or report conflicts.
final class RecordingJournal: Journal {
  struct Record {
    var appends: [Int] = []
    var readsAfter: [Int] = []
    var snapshots = 0
    /// The number of these that are stored by now.
    var keptSnapshots = 0
    var holdOfSnapshot: Hold?
    var failure: JournalError?
    var readFailure: JournalError?
    var hold: Hold?
    var conflicts = 0
    var damaged: SpaceID?
  }

  /// A write that is held before it is stored, or before it returns.
  final class Hold: Sendable {
    fileprivate let isBeforeKeeping: Bool
    private let goOn = AsyncStream.makeStream(of: Void.self)
    private let reached = AsyncStream.makeStream(of: Void.self)

    fileprivate init(beforeKeeping: Bool) { isBeforeKeeping = beforeKeeping }

    /// Returns when the append has reached the point where it is held.
    func waitUntilReached() async { for await _ in reached.stream { return } }
    func release() { goOn.continuation.finish() }

    fileprivate func pass() async {
      reached.continuation.finish()
      for await _ in goOn.stream { return }
    }
  }

  /// Snapshots as they are stored.
  let kept: AsyncStream<Snapshot>
  /// Reports every check of the alarms when it has ended.
  let looks: AsyncStream<Void>
  private let keeping: AsyncStream<Snapshot>.Continuation
  private let looking: AsyncStream<Void>.Continuation
  private let base: any Journal
  private let state = SharedLocked(Record())

  init(_ base: any Journal = MemoryJournal()) {
    self.base = base
    (kept, keeping) = AsyncStream.makeStream()
    (looks, looking) = AsyncStream.makeStream()
  }

  var record: Record { state.withLock { $0 } }

  /// Makes the next append throw this and store nothing.
  func failOnce(_ error: JournalError) { state.withLock { $0.failure = error } }

  /// Makes the next read of rows throw this.
  func failReadOnce(_ error: JournalError) { state.withLock { $0.readFailure = error } }

  /// Makes that many appends report a conflict.
  func conflict(times: Int) { state.withLock { $0.conflicts = times } }

  /// Makes every append to this space fail, with all that is appended together with it.
  func damage(_ space: SpaceID) { state.withLock { $0.damaged = space } }

  /// Holds the next snapshot before it is stored.
  func holdSnapshotOnce() -> Hold {
    let hold = Hold(beforeKeeping: true)
    state.withLock { $0.holdOfSnapshot = hold }
    return hold
  }

  /// Holds the next append, by default after it was stored.
  func holdOnce(beforeKeeping: Bool = false) -> Hold {
    let hold = Hold(beforeKeeping: beforeKeeping)
    state.withLock { $0.hold = hold }
    return hold
  }

  func append(_ batch: [AppendRequest]) async throws(JournalError) -> [AppendResult] {
    let (failure, hold, isLate) = state.withLock { record in
      record.appends.append(batch.reduce(0) { $0 + $1.facts.count })
      defer { (record.failure, record.hold) = (nil, nil) }
      record.conflicts -= 1
      return (record.failure, record.hold, record.conflicts >= 0)
    }
    if let failure { throw failure }
    let damaged = record.damaged
    if batch.contains(where: { $0.space == damaged }) {
      throw JournalError(.damaged, "The journal is damaged.")
    }
    if isLate { return batch.map { .conflict(head: $0.after) } }
    if let hold, hold.isBeforeKeeping { await hold.pass() }
    let results = try await base.append(batch)
    if let hold, !hold.isBeforeKeeping { await hold.pass() }
    return results
  }

  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) async throws(JournalError) -> JournalPage {
    let failure = state.withLock { record in
      record.readsAfter.append(sequence)
      defer { record.readFailure = nil }
      return record.readFailure
    }
    if let failure { throw failure }
    return try await base.read(space, after: sequence, limit: limit)
  }

  func amendments(of space: SpaceID) async throws(JournalError) -> [Amendment.Row] {
    try await base.amendments(of: space)
  }

  func known(_ facts: [FactID], in space: SpaceID) async throws(JournalError) -> Set<FactID> {
    try await base.known(facts, in: space)
  }

  func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) async throws(JournalError) -> Snapshot? {
    try await base.snapshot(of: space, set: set, upTo: last)
  }

  func keep(_ snapshot: Snapshot) async throws(JournalError) {
    let hold = state.withLock { state in
      state.snapshots += 1
      defer { state.holdOfSnapshot = nil }
      return state.holdOfSnapshot
    }
    await hold?.pass()
    try await base.keep(snapshot)
    state.withLock { $0.keptSnapshots += 1 }
    keeping.yield(snapshot)
  }

  func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm] {
    try await base.claimAlarms(claim)
  }

  func nextAlarm(of modules: Set<String>) async throws(JournalError) -> Instant? {
    defer { looking.yield() }
    return try await base.nextAlarm(of: modules)
  }

  func alarms(of space: SpaceID) async throws(JournalError) -> Set<Alarm> {
    try await base.alarms(of: space)
  }

  func heads() async throws(JournalError) -> AsyncStream<SpaceHead> { try await base.heads() }
  func spaces() async throws(JournalError) -> [SpaceID] { try await base.spaces() }
  func erase(_ space: SpaceID) async throws(JournalError) { try await base.erase(space) }
}
