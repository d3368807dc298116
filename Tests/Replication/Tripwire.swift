import Core
import Journals
import Locks
import Replication
import Sync

/// Kills a program at one of its steps: nothing after it happens any more.
final class Tripwire: Sendable {
  struct Killed: Error {}

  private let left: Locked<Int>

  init(after steps: Int) { left = Locked(steps) }

  /// How many steps were taken, of that many.
  func taken(of steps: Int) -> Int { left.withLock { steps - $0 } }

  /// Whether the program is dead.
  var hasTripped: Bool { left.withLock { $0 < 0 } }

  func step() throws {
    let isDead = left.withLock { left in
      left -= 1
      return left < 0
    }
    if isDead { throw Killed() }
  }
}

struct TrippingLine: SyncTransport {
  let line: Line
  let wire: Tripwire

  init(_ line: Line, _ wire: Tripwire) { (self.line, self.wire) = (line, wire) }

  func exchange(_ document: [UInt8]) async throws -> [UInt8] {
    try wire.step()
    let answer = try await line.exchange(document)
    try wire.step()
    return answer
  }
}

struct TrippingMarks: MarkStore {
  let marks: any MarkStore
  let wire: Tripwire

  init(_ marks: any MarkStore, _ wire: Tripwire) { (self.marks, self.wire) = (marks, wire) }

  func load() throws -> AuthorMark? { try marks.load() }

  func keep(_ mark: AuthorMark) throws {
    try wire.step()
    try marks.keep(mark)
    try wire.step()
  }
}

/// A journal whose program is killed before or after a write.
final class TrippingJournal: SyncStore {
  private let journal: any SyncStore
  private let wire: Tripwire

  init(_ journal: any SyncStore, _ wire: Tripwire) { (self.journal, self.wire) = (journal, wire) }

  private func step() throws(JournalError) {
    do { try wire.step() } catch { throw JournalError(.unavailable, "The program was killed.") }
  }

  func append(_ batch: [AppendRequest]) async throws(JournalError) -> [AppendResult] {
    try step()
    let results = try await journal.append(batch)
    try step()
    return results
  }

  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  )
    async throws(JournalError) -> JournalPage
  { try await journal.read(space, after: sequence, limit: limit) }

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
  )
    async throws(JournalError) -> Snapshot?
  { try await journal.snapshot(of: space, set: set, upTo: last) }

  func keep(_ snapshot: Snapshot) async throws(JournalError) { try await journal.keep(snapshot) }

  func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm] {
    try await journal.claimAlarms(claim)
  }

  func nextAlarm(of modules: Set<String>) async throws(JournalError) -> Instant? {
    try await journal.nextAlarm(of: modules)
  }

  func heads() async throws(JournalError) -> AsyncStream<SpaceHead> { try await journal.heads() }
  func spaces() async throws(JournalError) -> [SpaceID] { try await journal.spaces() }
  func erase(_ space: SpaceID) async throws(JournalError) { try await journal.erase(space) }

  func standing(
    of space: SpaceID,
    for question: SyncQuestion
  )
    async throws(JournalError) -> SyncStanding
  { try await journal.standing(of: space, for: question) }

  func syncState(of space: SpaceID) async throws(JournalError) -> [UInt8]? {
    try await journal.syncState(of: space)
  }

  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  )
    async throws(JournalError) -> [SyncEntry]
  { try await journal.entries(in: space, after: position, limit: limit) }

  func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  )
    async throws(JournalError) -> [SyncEntry]
  { try await journal.entries(in: space, of: author, after: number, limit: limit) }

  func entries(
    in space: SpaceID,
    for facts: [FactID]
  )
    async throws(JournalError) -> [FactID: SyncEntry]
  { try await journal.entries(in: space, for: facts) }

  func records(
    of facts: [FactID],
    in space: SpaceID
  )
    async throws(JournalError) -> [FactID: FactRecord]
  { try await journal.records(of: facts, in: space) }

  func erasures(
    of entities: [EntityID],
    in space: SpaceID
  )
    async throws(JournalError) -> [EntityID: FactRecord]
  { try await journal.erasures(of: entities, in: space) }

  func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  )
    async throws(JournalError) -> [FactID: BootTime]
  { try await journal.bootTimes(of: facts, in: space) }

  func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  )
    async throws(JournalError) -> Set<HybridTimestamp>
  { try await journal.taken(stamps, in: space) }

  func alarms(of space: SpaceID) async throws(JournalError) -> Set<Alarm> {
    try await journal.alarms(of: space)
  }

  func usage(of space: SpaceID) async throws(JournalError) -> SpaceUsage {
    try await journal.usage(of: space)
  }
}
