import Core
import Journals

/// A journal whose program ends before or after a write.
final class FusedJournal: SyncStore {
  private let journal: any SyncStore
  private let fuse: Fuse

  init(_ journal: any SyncStore, _ fuse: Fuse) { (self.journal, self.fuse) = (journal, fuse) }

  private func step() throws(JournalError) {
    do { try fuse.step() } catch { throw JournalError(.unavailable, "The program has ended.") }
  }

  func append(_ batch: [AppendRequest]) async throws(JournalError) -> [AppendResult] {
    try step()
    let results = try await journal.append(batch)
    try step()
    return results
  }

  func erase(_ space: SpaceID) async throws(JournalError) {
    try step()
    try await journal.erase(space)
    try step()
  }

  func keep(_ snapshot: Snapshot) async throws(JournalError) { try await journal.keep(snapshot) }

  func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm] {
    try await journal.claimAlarms(claim)
  }

  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) async throws(JournalError) -> JournalPage {
    try await journal.read(space, after: sequence, limit: limit)
  }

  func amendments(of space: SpaceID) async throws(JournalError) -> [Amendment.Row] {
    try await journal.amendments(of: space)
  }

  func known(_ facts: [FactID], in space: SpaceID) async throws(JournalError) -> Set<FactID> {
    try await journal.known(facts, in: space)
  }

  func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) async throws(JournalError) -> Snapshot? {
    try await journal.snapshot(of: space, set: set, upTo: last)
  }

  func nextAlarm(of modules: Set<String>) async throws(JournalError) -> Instant? {
    try await journal.nextAlarm(of: modules)
  }

  func heads() async throws(JournalError) -> AsyncStream<SpaceHead> { try await journal.heads() }
  func spaces() async throws(JournalError) -> [SpaceID] { try await journal.spaces() }

  func standing(
    of space: SpaceID,
    for question: SyncQuestion
  ) async throws(JournalError) -> SyncStanding {
    try await journal.standing(of: space, for: question)
  }

  func syncState(of space: SpaceID) async throws(JournalError) -> [UInt8]? {
    try await journal.syncState(of: space)
  }

  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry] {
    try await journal.entries(in: space, after: position, limit: limit)
  }

  func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry] {
    try await journal.entries(in: space, of: author, after: number, limit: limit)
  }

  func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) async throws(JournalError) -> [FactID: SyncEntry] {
    try await journal.entries(in: space, for: facts)
  }

  func records(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: FactRecord] {
    try await journal.records(of: facts, in: space)
  }

  func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) async throws(JournalError) -> [EntityID: FactRecord] {
    try await journal.erasures(of: entities, in: space)
  }

  func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: BootTime] {
    try await journal.bootTimes(of: facts, in: space)
  }

  func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) async throws(JournalError) -> Set<HybridTimestamp> {
    try await journal.taken(stamps, in: space)
  }

  func alarms(of space: SpaceID) async throws(JournalError) -> Set<Alarm> {
    try await journal.alarms(of: space)
  }

  func usage(of space: SpaceID) async throws(JournalError) -> SpaceUsage {
    try await journal.usage(of: space)
  }
}
