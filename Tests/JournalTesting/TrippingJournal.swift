import Core
import Journals
import Locks

/// A journal whose program is killed before or after a write.
package final class TrippingJournal: SyncStore {
  private let journal: any SyncStore
  private let wire: Tripwire
  private let standings = Locked(0)

  /// How often it was asked for what a decision about sync has to know.
  package var questions: Int { standings.withLock { $0 } }

  package init(_ journal: any SyncStore, _ wire: Tripwire) {
    (self.journal, self.wire) = (journal, wire)
  }

  private func step() throws(JournalError) {
    do { try wire.step() } catch { throw JournalError(.unavailable, "The program was killed.") }
  }

  package func append(_ batch: [AppendRequest]) async throws(JournalError) -> [AppendResult] {
    try step()
    let results = try await journal.append(batch)
    try step()
    return results
  }

  package func erase(_ space: SpaceID) async throws(JournalError) {
    try step()
    try await journal.erase(space)
    try step()
  }

  package func keep(_ snapshot: Snapshot) async throws(JournalError) {
    try await journal.keep(snapshot)
  }

  package func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm] {
    try await journal.claimAlarms(claim)
  }

  package func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) async throws(JournalError) -> JournalPage {
    try await journal.read(space, after: sequence, limit: limit)
  }

  package func amendments(of space: SpaceID) async throws(JournalError) -> [Amendment.Row] {
    try await journal.amendments(of: space)
  }

  package func known(_ facts: [FactID], in space: SpaceID) async throws(JournalError) -> Set<FactID>
  {
    try await journal.known(facts, in: space)
  }

  package func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) async throws(JournalError) -> Snapshot? {
    try await journal.snapshot(of: space, set: set, upTo: last)
  }

  package func nextAlarm(of modules: Set<String>) async throws(JournalError) -> Instant? {
    try await journal.nextAlarm(of: modules)
  }

  package func heads() async throws(JournalError) -> AsyncStream<SpaceHead> {
    try await journal.heads()
  }
  package func spaces() async throws(JournalError) -> [SpaceID] { try await journal.spaces() }

  package func standing(
    of space: SpaceID,
    for question: SyncQuestion
  ) async throws(JournalError) -> SyncStanding {
    standings.withLock { $0 += 1 }
    return try await journal.standing(of: space, for: question)
  }

  package func syncState(of space: SpaceID) async throws(JournalError) -> [UInt8]? {
    try await journal.syncState(of: space)
  }

  package func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry] {
    try await journal.entries(in: space, after: position, limit: limit)
  }

  package func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry] {
    try await journal.entries(in: space, of: author, after: number, limit: limit)
  }

  package func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) async throws(JournalError) -> [FactID: SyncEntry] {
    try await journal.entries(in: space, for: facts)
  }

  package func records(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: FactRecord] {
    try await journal.records(of: facts, in: space)
  }

  package func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) async throws(JournalError) -> [EntityID: FactRecord] {
    try await journal.erasures(of: entities, in: space)
  }

  package func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: BootTime] {
    try await journal.bootTimes(of: facts, in: space)
  }

  package func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) async throws(JournalError) -> Set<HybridTimestamp> {
    try await journal.taken(stamps, in: space)
  }

  package func alarms(of space: SpaceID) async throws(JournalError) -> Set<Alarm> {
    try await journal.alarms(of: space)
  }

  package func usage(of space: SpaceID) async throws(JournalError) -> SpaceUsage {
    try await journal.usage(of: space)
  }
}
