import Core
import Engine
import EventDispatch
import Journals
import LeakCheck
import TestKit
import Testing

/// Compares both drivers of the engine: what tests and simulations see is what programs do.
@Suite(.leavesNothingBehind) struct ComparisonTests {
  private static let stepsPerSeed = 25

  private var set: UInt64 {
    get throws { try ModuleSet(comparedModules, on: LocalBus()).setID }
  }

  @Test func `a program on the loop and an engine driven by hand do the very same`() async throws {
    for seed in 1...200 { try await compare(seed: UInt64(seed)) }
  }

  private func compare(seed: UInt64) async throws {
    let loop = try await LoopWorld(seed: seed)
    let hand = try HandWorld(seed: seed)
    let steps = History.steps(seed: seed, count: ComparisonTests.stepsPerSeed)
    for (number, step) in steps.enumerated() {
      let words = (await loop.perform(step), await hand.perform(step))
      try #require(words.0 == words.1, "seed \(seed), step \(number): \(step)")
      let states = (await loop.stateBytes(), hand.stateBytes())
      try #require(states.0 == states.1, "seed \(seed), step \(number): \(step)")
      try #require(loop.told == hand.told, "seed \(seed), step \(number): \(step)")
    }
    try await compareJournals(loop, hand, seed)
  }

  private func compareJournals(_ loop: LoopWorld, _ hand: HandWorld, _ seed: UInt64) async throws {
    // Both keep the snapshots that are due.
    try await loop.restart(seed: 1)
    try hand.restart(seed: 1)
    let rows = (
      try loop.journal.read(space, after: 0, limit: .max),
      try hand.journal.read(space, after: 0, limit: .max)
    )
    #expect(rows.0 == rows.1, "seed \(seed)")
    #expect(Set(loop.journal.alarms) == Set(hand.journal.alarms), "seed \(seed)")
    let snapshots = (
      try loop.journal.snapshot(of: space, set: set),
      try hand.journal.snapshot(of: space, set: set)
    )
    #expect(snapshots.0 == snapshots.1, "seed \(seed)")
  }

  /// Over some seeds the histories contain everything possible; otherwise they would show little.
  @Test func `the histories that are compared have something of everything`() async throws {
    var (kinds, refusals, snapshots, signals) = (Set<String>(), 0, 0, 0)
    for seed in 1...60 {
      let hand = try HandWorld(seed: UInt64(seed))
      for step in History.steps(seed: UInt64(seed), count: ComparisonTests.stepsPerSeed) {
        let words = await hand.perform(step)
        refusals += words.count { $0 == "Add something." }
      }
      signals += hand.told.count { $0.hasPrefix("TenReached") || $0.hasPrefix("SummedUp") }
      try hand.restart(seed: 1)
      if try hand.journal.snapshot(of: space, set: set) != nil { snapshots += 1 }
      kinds.formUnion(try hand.journal.read(space, after: 0, limit: .max).rows.map(\.fact.kind))
    }
    let expected = ["tally.tallied", "cheer.cheered", "alarm.woken", "week.week-moved"]
    #expect(kinds.isSuperset(of: expected))
    #expect(refusals > 20)
    #expect(signals > 50)
    #expect(snapshots > 1)
  }
}
