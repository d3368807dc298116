import Core
import Dispatch
import Journals
import Synchronization

/// A journal in memory that counts what it is asked and can be made to fail or to be slow.
final class RecordingJournal: Journal {
  struct Record {
    var appends: [Int] = []
    var readsAfter: [Int] = []
    var snapshots = 0
    var failure: JournalError?
    var hold: Hold?
  }

  /// An append that has been kept and does not return yet.
  final class Hold: Sendable {
    fileprivate let goOn = DispatchSemaphore(value: 0)
    fileprivate let kept = AsyncStream.makeStream(of: Void.self)

    /// Returns when the append has been kept.
    func waitUntilKept() async { for await _ in kept.stream { return } }
    func release() { goOn.signal() }
  }

  private let base: any Journal
  private let state = Mutex(Record())

  init(_ base: any Journal = MemoryJournal()) { self.base = base }

  var record: Record { state.withLock { $0 } }

  /// The next append throws this and keeps nothing.
  func failOnce(_ error: JournalError) { state.withLock { $0.failure = error } }

  /// Keeps the next append back after it was kept.
  func holdOnce() -> Hold {
    let hold = Hold()
    state.withLock { $0.hold = hold }
    return hold
  }

  func append(_ batch: [Append]) throws(JournalError) -> [AppendResult] {
    let (failure, hold) = state.withLock { record in
      record.appends.append(batch.reduce(0) { $0 + $1.facts.count })
      defer { (record.failure, record.hold) = (nil, nil) }
      return (record.failure, record.hold)
    }
    if let failure { throw failure }
    let results = try base.append(batch)
    if let hold {
      hold.kept.continuation.finish()
      hold.goOn.wait()
    }
    return results
  }

  func read(_ space: SpaceID, after sequence: Int, limit: Int) throws(JournalError) -> JournalPage {
    state.withLock { $0.readsAfter.append(sequence) }
    return try base.read(space, after: sequence, limit: limit)
  }

  func known(_ facts: [FactID], in space: SpaceID) throws(JournalError) -> Set<FactID> {
    try base.known(facts, in: space)
  }

  func snapshot(of space: SpaceID, set: UInt64) throws(JournalError) -> Snapshot? {
    try base.snapshot(of: space, set: set)
  }

  func keep(_ snapshot: Snapshot) throws(JournalError) {
    state.withLock { $0.snapshots += 1 }
    try base.keep(snapshot)
  }

  func alarms(dueAt now: Instant, limit: Int) throws(JournalError) -> [Alarm] {
    try base.alarms(dueAt: now, limit: limit)
  }

  func nextAlarm() throws(JournalError) -> Instant? { try base.nextAlarm() }
  func device() throws(JournalError) -> DeviceID { try base.device() }
  func spaces() throws(JournalError) -> [SpaceID] { try base.spaces() }
  func erase(_ space: SpaceID) throws(JournalError) { try base.erase(space) }
}
