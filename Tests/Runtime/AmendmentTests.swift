import Core
import Engine
import EngineDriving
import Journals
import TestKit
import Testing

/// A fact counts as a server has decided, whenever its verdict comes.
@Suite struct AmendmentTests {
  /// Stores verdicts about facts that the journal has.
  private func decide(_ bench: EngineBench, _ verdicts: [(Int, SyncVerdict)]) throws {
    let rows = try bench.journal.read(space, after: 0, limit: .max).rows
    let page = SyncPage(
      decided: verdicts.map { index, verdict in
        let fact = rows[index].fact
        return DecidedFact(fact: fact.id, made: fact.stamp.clock, verdict: verdict)
      },
      change: SyncChange(state: [1])
    )
    _ = try bench.driver.perform { MergeOperation([], sync: page, $0) }
  }

  private func total(_ bench: EngineBench) throws -> Int { try bench.ask(TallyTotal()) }

  @Test func `a fact that was refused counts no longer`() throws {
    let bench = try EngineBench()
    for amount in [1, 20, 300] { try bench.send(AddTally(amount: amount)) }
    #expect(try total(bench) == 321)
    try decide(bench, [(1, .refused("late"))])
    #expect(try total(bench) == 301)
    #expect(try bench.journal.syncState(of: space) == [1])
    bench.driver.reopen()
    #expect(try total(bench) == 301)
  }

  @Test func `what counts as it was made needs no amendment`() throws {
    let bench = try EngineBench()
    try bench.send(AddTally(amount: 1))
    let made = try bench.journal.read(space, after: 0, limit: 1).rows[0].fact.stamp.clock
    try decide(bench, [(0, .taken(made))])
    #expect(try bench.journal.amendments(of: space) == [])
    #expect(try bench.journal.read(space, after: 0, limit: 9).rows.count == 1)
  }

  @Test func `the last verdict about a fact counts`() throws {
    let bench = try EngineBench()
    try bench.send(AddTally(amount: 1))
    try decide(bench, [(0, .refused("late"))])
    #expect(try total(bench) == 0)
    try decide(bench, [(0, .taken(HybridTime(rawValue: 5)))])
    #expect(try total(bench) == 1)
    #expect(try bench.journal.amendments(of: space).count == 2)
  }

  @Test func `a fact that comes with its verdict is folded once, as it counts`() throws {
    let bench = try EngineBench()
    try bench.send(AddTally(amount: 1))
    let (kept, refused) = (
      foreign(#"{"amount":20}"#, id: 501, at: noon, device: 9),
      foreign(#"{"amount":300}"#, id: 502, at: noon, device: 9)
    )
    let facts = try bench.driver.modules.readers.merging([kept, refused])
    let page = SyncPage(
      verdicts: [refused.id: .refused("late"), kept.id: .taken(kept.stamp.clock)],
      change: SyncChange(state: [1])
    )
    _ = try bench.driver.perform { MergeOperation(facts, sync: page, $0) }
    #expect(try total(bench) == 21)
    #expect(try bench.journal.amendments(of: space).map(\.amendment.fact) == [refused.id])
    bench.driver.reopen()
    #expect(try total(bench) == 21)
  }

  @Test func `a snapshot from before a verdict is not used after it`() throws {
    let bench = try EngineBench()
    for amount in [1, 20] { try bench.send(AddTally(amount: amount)) }
    try bench.driver.keepSnapshot()
    try decide(bench, [(0, .refused("late"))])
    bench.driver.reopen()
    #expect(try total(bench) == 20)
  }

  @Test func `what another program amends is known here too`() throws {
    let bench = try EngineBench()
    try bench.send(AddTally(amount: 1))
    let second = try EngineBench(journal: bench.journal)
    #expect(try total(second) == 1)
    try decide(second, [(0, .refused("late"))])
    try bench.driver.refresh()
    #expect(try total(bench) == 0)
  }

  @Test func `what follows a verdict is numbered and dated as before`() throws {
    let bench = try EngineBench()
    try bench.send(AddTally(amount: 1))
    try decide(bench, [(0, .refused("late"))])
    try bench.send(AddTally(amount: 20))
    #expect(try total(bench) == 20)
    let rows = try bench.journal.read(space, after: 0, limit: 9).rows
    #expect(rows.map(\.fact.kind) == [Tallied.name, Amendment.kind, Tallied.name])
    let stamps = rows.map(\.fact.stamp)
    #expect(stamps == stamps.sorted())
  }
}
