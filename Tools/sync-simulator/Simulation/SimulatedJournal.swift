import Core
import EngineDriving
import Journals

/// A journal in which a simulation stores everything, in memory or in a `JournalPlace`.
///
/// Its methods keep the contract of those of `SyncStore`.
protocol SimulatedJournal: SynchronousJournal, Sendable {
  func known(_ facts: [FactID], in space: SpaceID) throws(JournalError) -> Set<FactID>
  func syncState(of space: SpaceID) throws(JournalError) -> [UInt8]?
  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry]
  func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry]
  func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) throws(JournalError) -> [FactID: SyncEntry]
  func records(
    of facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> [FactID: FactRecord]
  func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) throws(JournalError) -> [EntityID: FactRecord]
  func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> [FactID: BootTime]
  func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) throws(JournalError) -> Set<HybridTimestamp>

  /// Another journal with the same contents, as from a backup.
  func duplicate() throws -> any SimulatedJournal
  /// The same journal, as the program opens it at its next start.
  func reopened() throws -> any SimulatedJournal
}

extension SimulatedJournal {
  func isTaken(_ stamp: HybridTimestamp, in space: SpaceID) throws -> Bool {
    try !taken([stamp], in: space).isEmpty
  }

  /// The amendments of a space by fact.
  func verdicts(in space: SpaceID) throws -> [FactID: SyncVerdict] {
    Amendment.verdicts(of: try amendments(of: space))
  }
}

extension MemoryJournal: SimulatedJournal {
  func duplicate() -> any SimulatedJournal { copy() }
  func reopened() -> any SimulatedJournal { self }
}
