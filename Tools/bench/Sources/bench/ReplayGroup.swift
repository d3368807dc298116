import Core
import Journals
import Runtime
import TrackingContract

/// Folding a journal from the beginning.
enum ReplayGroup {
  static func run(_ measurement: Measurement) async throws {
    let kept = MemoryJournal()
    try await SampleHistory.fill(kept, days: 1000)
    let journal = ForgetfulJournal(kept)
    let rows = try kept.read(SampleHistory.space, after: 0, limit: .max).rows
    try await measurement.table(
      "replay of \(rows.count) facts, per fact; reach: 1.5 x floor",
      [
        Contender("decoding the same payloads", operations: rows.count) { _ in
          try seconds { try decode(rows) }
        },
        Contender("opening the space", operations: rows.count) { _ in
          let runtime = try SampleHistory.start(journal)
          let client = runtime.client(for: .owner, in: SampleHistory.space)
          return try await seconds { _ = try await client.ask(AllHabits()) }
        },
      ]
    )
  }

  private static func decode(_ rows: [JournalRow]) throws {
    var marks = 0
    for row in rows {
      guard let payload = row.fact.payload else { continue }
      if row.fact.kind == CheckSet.name {
        if try JSON.decode(CheckSet.self, from: payload).entry.mark == .done { marks += 1 }
      } else if row.fact.kind == HabitCreated.name {
        _ = try JSON.decode(HabitCreated.self, from: payload)
      }
    }
    precondition(marks > 0)
  }
}

/// A journal that keeps no snapshots, so that every opening folds everything.
private struct ForgetfulJournal: Journal {
  let kept: MemoryJournal

  init(_ kept: MemoryJournal) { self.kept = kept }

  func append(_ batch: [AppendRequest]) throws(JournalError) -> [AppendResult] {
    try kept.append(batch)
  }
  func read(_ space: SpaceID, after sequence: Int, limit: Int) throws(JournalError) -> JournalPage {
    try kept.read(space, after: sequence, limit: limit)
  }
  func amendments(of space: SpaceID) throws(JournalError) -> [Amendment.Row] {
    try kept.amendments(of: space)
  }
  func known(_ facts: [FactID], in space: SpaceID) throws(JournalError) -> Set<FactID> {
    try kept.known(facts, in: space)
  }
  func snapshot(of: SpaceID, set: UInt64, upTo: Int) throws(JournalError) -> Snapshot? { nil }
  func keep(_ snapshot: Snapshot) throws(JournalError) {}
  func claimAlarms(_ claim: AlarmClaim) throws(JournalError) -> [Alarm] { [] }
  func nextAlarm(of modules: Set<String>) throws(JournalError) -> Instant? { nil }
  func alarms(of space: SpaceID) throws(JournalError) -> Set<Alarm> { [] }
  func heads() throws(JournalError) -> AsyncStream<SpaceHead> { try kept.heads() }
  func spaces() throws(JournalError) -> [SpaceID] { try kept.spaces() }
  func erase(_ space: SpaceID) throws(JournalError) { try kept.erase(space) }
}
