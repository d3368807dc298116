import Core
import Journals

/// A journal with unreadable entries, for reading the others.
///
/// Such entries count as erased. Nothing is written: decisions without them could be wrong.
struct ReadablePart: Journal {
  let journal: any Journal
  /// Whether the modules can read a fact.
  let isReadable: @Sendable (FactRecord) -> Bool
  /// The error of every write.
  let damage: JournalError

  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) async throws(JournalError) -> JournalPage {
    let page = try await journal.read(space, after: sequence, limit: limit)
    let rows = page.rows.map { row in
      guard !isReadable(row.fact) else { return row }
      return JournalRow(
        sequence: row.sequence,
        fact: row.fact.erased(),
        chainHash: row.chainHash
      )
    }
    return JournalPage(rows: rows, head: page.head)
  }

  func amendments(of space: SpaceID) async throws(JournalError) -> [Amendment.Row] {
    var (found, last) = ([Amendment.Row](), 0)
    while true {
      let page = try await read(space, after: last, limit: 1000)
      found += try Amendment.rows(in: page.rows)
      guard let end = page.rows.last?.sequence else { return found }
      last = end
    }
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

  func alarms(of space: SpaceID) async throws(JournalError) -> Set<Alarm> {
    try await journal.alarms(of: space)
  }

  func heads() async throws(JournalError) -> AsyncStream<SpaceHead> { try await journal.heads() }

  func spaces() async throws(JournalError) -> [SpaceID] { try await journal.spaces() }

  // MARK: Writing

  func append(_ batch: [AppendRequest]) async throws(JournalError) -> [AppendResult] {
    throw damage
  }

  func keep(_ snapshot: Snapshot) async throws(JournalError) { throw damage }

  /// No alarms: their effects could not be stored.
  func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm] { [] }

  func erase(_ space: SpaceID) async throws(JournalError) { throw damage }
}
