import Core
import GamificationContract
import StreaksContract
import TestKit
import Testing
import TrackingContract

@testable import GamificationDomain

@Suite struct MilestoneTests {
  private let habit = HabitID(rawValue: 7)
  private let harness = Harness(GamificationModule.self)

  private var today: Day { harness.calendar.day(at: harness.now) }

  private func change(_ from: Int, _ to: Int, back: Int = 0, start: Int = 10) -> StreakChanged {
    StreakChanged(
      habit: habit,
      day: today.advanced(by: -back),
      from: from,
      to: to,
      unit: .day,
      start: today.advanced(by: -start)
    )
  }

  private var reached: [Int] {
    harness.signals.compactMap { ($0 as? MilestoneReached)?.level }
  }

  @Test(arguments: [
    (6, 7, [7]), (5, 6, []), (7, 8, []), (7, 6, []), (20, 35, [30]), (3, 61, [7, 30, 60]),
    (364, 365, [365]), (99, 100, [100]),
  ])
  func `a run that reaches a level is told`(from: Int, to: Int, levels: [Int]) throws {
    try harness.given(change: change(from, to))
    #expect(reached == levels)
  }

  @Test func `yesterday's check counts, an older one is silent`() throws {
    try harness.given(change: change(6, 7, back: 2))
    try harness.given(change: change(6, 7, back: -1))
    #expect(reached.isEmpty)
    try harness.given(change: change(6, 7, back: 1))
    #expect(reached == [7])
  }

  @Test func `the same run is told once, another run again`() throws {
    for _ in 0..<2 {
      try harness.given(change: change(6, 7))
      try harness.given(change: change(7, 6))
    }
    #expect(reached == [7])
    try harness.given(change: change(6, 7, start: 6))
    #expect(reached == [7, 7])
  }

  @Test func `what was told stays told in the next program`() throws {
    let told = Milestone(habit: habit, level: 7, start: today.advanced(by: -10))
    try harness.when(MarkMilestonesTold(milestones: [told]))
    try harness.reopenFromSnapshot()
    try harness.given(change: change(6, 7))
    #expect(reached.isEmpty)
    #expect(try harness.decide(MarkMilestonesTold(milestones: [told])).isEmpty)
  }

  @Test func `an import is silent`() throws {
    let entry = Entry(mark: .done)
    try harness.given(CheckSet(habit: habit, day: today, entry: entry, source: "loop"))
    let stamp = try #require(harness.facts.last?.stamp)
    var state = harness.state(of: GamificationModule.self)
    #expect(state.reached(by: change(6, 7), on: today, at: stamp).isEmpty)
    try harness.given(CheckSet(habit: habit, day: today, entry: entry))
    try harness.given(change: change(6, 7))
    #expect(reached == [7])
  }

  @Test func `a deleted habit takes its memory along, in any order`() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      let facts = (0..<20).map { index -> StampedFact in
        let habit = HabitID(rawValue: UInt128.random(in: 1...4, using: &random))
        let stamp = Stamp(
          clock: HybridTime(milliseconds: Int64(index)),
          device: DeviceID(rawValue: UInt64(index))
        )
        if Int.random(in: 0..<8, using: &random) == 0 {
          return StampedFact(HabitDeleted(habit: habit), stamp)
        }
        let level = Milestones.levels.randomElement(using: &random) ?? 7
        let start = Day(number: Int.random(in: 0...3, using: &random))
        return StampedFact(MilestoneTold(habit: habit, level: level, start: start), stamp)
      }
      try assertConverges([GamificationModule.self], facts, seed: seed)
    }
  }

  @Test func `a habit that any module removes takes its memory along`() throws {
    try harness.given(MilestoneTold(habit: habit, level: 7, start: today))
    try harness.given(change: HabitRemoved(habit: habit))
    #expect(harness.state(of: GamificationModule.self).told.isEmpty)
    try harness.given(MilestoneTold(habit: habit, level: 30, start: today))
    #expect(harness.state(of: GamificationModule.self).told.isEmpty)
  }

  @Test func `payloads of version 1 are read for ever`() throws {
    let text =
      #"{"habit":"00000000000000000000000000000007","level":30,"start":"2026-01-05"}"#
    let fact = try MilestoneTold.upcast(payload: Array(text.utf8), version: 1)
    #expect(fact.level == 30)
    #expect(String(decoding: try JSON.encode(fact), as: UTF8.self) == text)
    #expect(MilestoneTold.name == "gamification.milestone-told")
  }

  @Test func `damaged snapshots are refused, never a crash`() throws {
    try harness.given(MilestoneTold(habit: habit, level: 7, start: today))
    try harness.given(HabitDeleted(habit: HabitID(rawValue: 3)))
    let good = harness.snapshot
    for length in 0..<good.count {
      var reader = ByteReader(Array(good.prefix(length)))
      #expect(throws: ByteReader.Malformed.self) { try GamificationState(from: &reader) }
    }
  }
}
