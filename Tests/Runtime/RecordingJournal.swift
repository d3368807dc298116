import Core
import Journals
import Synchronization

/// A journal in memory that counts what it is asked and can be made to fail or to be slow.
final class RecordingJournal: Journal {
  struct Record {
    var appends: [Int] = []
    var readsAfter: [Int] = []
    var snapshots = 0
    var failure: JournalError?
  }

  private let base: any Journal
  private let state = Mutex(Record())

  init(_ base: any Journal = MemoryJournal()) { self.base = base }

  var record: Record { state.withLock { $0 } }

  /// The next append throws this and keeps nothing.
  func failOnce(_ error: JournalError) { state.withLock { $0.failure = error } }

  func append(_ batch: [Append]) throws(JournalError) -> [AppendResult] {
    let failure = state.withLock { record in
      record.appends.append(batch.reduce(0) { $0 + $1.facts.count })
      defer { record.failure = nil }
      return record.failure
    }
    if let failure { throw failure }
    return try base.append(batch)
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
