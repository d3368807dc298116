import Core
import Journals

/// A journal whose calls return at once, so that an engine can be driven without tasks.
///
/// Its methods keep the contract of those of `Journal`.
public protocol SynchronousJournal {
  func append(_ batch: [AppendRequest]) throws(JournalError) -> [AppendResult]
  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) throws(JournalError) -> JournalPage
  func amendments(of space: SpaceID) throws(JournalError) -> [Amendment.Row]
  func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) throws(JournalError) -> Snapshot?
  func keep(_ snapshot: Snapshot) throws(JournalError)
  func alarms(of space: SpaceID) throws(JournalError) -> Set<Alarm>
}

extension MemoryJournal: SynchronousJournal {}
