import Core
import GamificationContract
import StreaksContract
import TestKit
import Testing
import TrackingContract

@testable import GamificationDomain

@Suite struct MilestoneTests {
  private let habit = HabitID(rawValue: 7)
  private let harness: Harness

  init() {
    harness = Harness(GamificationModule.self)
    harness.answering(RunsOf.self) { _ in [] }
  }

  private var today: Day { harness.calendar.day(at: harness.now) }

  private func change(
    _ from: Int,
    _ to: Int,
    back: Int = 0,
    start: Int = 10,
    unit: StreakUnit = .day
  ) -> StreakChanged {
    StreakChanged(
      habit: habit,
      day: today.advanced(by: -back),
      from: from,
      to: to,
      unit: unit,
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

  @Test(arguments: [(0, 1, [1]), (6, 7, []), (89, 90, [90]), (729, 730, [730]), (99, 100, [])])
  func `a product climbs its own ladder`(from: Int, to: Int, levels: [Int]) throws {
    harness.policies.milestones = [1, 90, 730]
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

  @Test func `the same number in another unit of the same run is told too, and once`() throws {
    try harness.given(change: change(6, 7))
    try harness.given(change: change(6, 7, unit: .week))
    #expect(harness.facts.compactMap { ($0.fact as? MilestoneReported)?.unit } == [.day, .week])
    for reopen in [harness.reopenFromSnapshot, harness.replay] {
      try reopen()
      try harness.given(change: change(7, 6, unit: .week))
      try harness.given(change: change(6, 7, unit: .week))
    }
    #expect(harness.signals.compactMap { ($0 as? MilestoneReached)?.unit } == [.day, .week])
  }

  @Test(arguments: [
    (StreakUnit.day, 0, 0), (StreakUnit.day, 40, 0), (StreakUnit.week, 0, 0),
    (StreakUnit.week, 1, 0), (StreakUnit.week, 40, 1),
  ])
  func `what an earlier version told without a unit is not told again in the unit it meant`(
    unit: StreakUnit,
    daysBefore: Int,
    count: Int
  ) throws {
    let told = MilestoneReported(habit: habit, level: 7, start: today.advanced(by: -50))
    let then = harness.now.advanced(bySeconds: -Int64(daysBefore) * 86_400)
    let clock = HybridTime(milliseconds: then.milliseconds)
    try harness.given(told, at: HybridTimestamp(clock: clock, device: DeviceID(rawValue: 2)))
    try harness.given(change: change(6, 7, start: 50, unit: unit))
    #expect(reached.count == count)
  }

  @Test func `what was told is kept with it, and stays told in the next program`() throws {
    try harness.given(change: change(6, 7))
    let told = try #require(harness.facts.last?.fact as? MilestoneReported)
    #expect(harness.facts.count == 1)
    #expect((told.habit, told.level, told.start) == (habit, 7, today.advanced(by: -10)))
    #expect(told.unit == .day)
    for reopen in [harness.reopenFromSnapshot, harness.replay] {
      try reopen()
      let known = harness.facts.count
      try harness.given(change: change(7, 6))
      try harness.given(change: change(6, 7))
      #expect(reached == [7])
      #expect(harness.facts.count == known)
    }
  }

  @Test func `what is silent is not kept as told`() throws {
    try harness.given(change: change(6, 7, back: 2))
    try harness.given(change: change(7, 8))
    #expect(harness.facts.isEmpty)
  }

  // MARK: Badges earned

  /// Sets the runs that the module's query returns.
  private func runs(_ runs: [StreakRun]) {
    harness.answering(RunsOf.self) { [habit] query in
      #expect(query.reaching == Milestones.levels)
      let own = HabitRuns(habit: habit, title: "Read", unit: .day, difficulty: .hard, runs: runs)
      return query.habit == nil || query.habit == habit ? [own] : []
    }
  }

  /// Returns a run of done days.
  private func run(_ length: Int, endingBack back: Int = 0, isCurrent: Bool = true) -> StreakRun {
    let end = today.advanced(by: -back)
    let start = end.advanced(by: 1 - length)
    return StreakRun(
      start: start,
      end: end,
      length: length,
      doneDays: length,
      isCurrent: isCurrent,
      reached: Milestones.levels.filter { $0 <= length }
        .map { .init(length: $0, day: start.advanced(by: $0 - 1), difficulty: .hard) }
    )
  }

  private var earned: [Badge] { harness.signals.compactMap { ($0 as? BadgeEarned)?.badge } }

  @Test func `a badge is earned with what reached it, celebrated or not`() throws {
    runs([run(40, endingBack: 100, isCurrent: false), run(30)])
    try harness.given(change: change(29, 30))
    #expect(earned.map(\.level) == [30])
    #expect(earned.map(\.times) == [2])
    #expect(earned.first?.isHard == true)
    #expect(reached == [30])
    try harness.given(change: change(29, 30, back: 50))
    #expect(earned.map(\.level) == [30, 30])
    #expect(reached == [30])
  }

  @Test func `a badge that days have earned is not earned again by as many weeks`() throws {
    let weeks = StreakRun(
      start: today.advanced(by: -42),
      end: today,
      length: 7,
      unit: .week,
      doneDays: 7,
      isCurrent: true,
      reached: [.init(length: 7, day: today)]
    )
    runs([run(7, endingBack: 50, isCurrent: false), weeks])
    try harness.given(
      change: StreakChanged(
        habit: habit,
        day: today,
        from: 6,
        to: 7,
        unit: .week,
        start: weeks.start
      )
    )
    #expect(earned.map(\.unit) == [.week])
    #expect(reached == [7])
  }

  @Test func `several levels at once are a badge and a word each`() throws {
    runs([run(61)])
    try harness.given(change: change(3, 61))
    #expect(earned.map(\.level) == [7, 30, 60])
    #expect(reached == [7, 30, 60])
    #expect(harness.facts.count { $0.fact is MilestoneReported } == 3)
  }

  @Test func `what undoes a run earns and tells nothing`() throws {
    runs([run(6)])
    try harness.given(change: change(7, 6))
    #expect(earned.isEmpty && reached.isEmpty && harness.facts.isEmpty)
  }

  // MARK: Synced facts

  /// Merges a page of facts from another device that are not about this habit.
  private func merge(_ facts: any Fact...) throws -> Outcome<Int> {
    harness.now = harness.now.advanced(bySeconds: 1)
    let other = HabitDeleted(habit: HabitID(rawValue: 99))
    let stamped = ([other] + facts).enumerated().map { index, fact in
      let clock = HybridTime(milliseconds: harness.now.milliseconds + Int64(index))
      return StampedFact(fact, HybridTimestamp(clock: clock, device: DeviceID(rawValue: 2)))
    }
    return try harness.given(merged: stamped)
  }

  @Test func `a page from elsewhere is silent of what was reached yesterday, and does not keep it`()
    throws
  {
    runs([run(8), run(40, endingBack: 60, isCurrent: false)])
    let outcome = try merge()
    #expect(outcome.signals.isEmpty)
    #expect(reached.isEmpty && earned.isEmpty)
    #expect(!harness.facts.contains { $0.fact is MilestoneReported })
  }

  @Test func `a run that is over is not told, though it reached its level today`() throws {
    runs([run(7, isCurrent: false)])
    #expect(try merge().signals.isEmpty)
    #expect(!harness.facts.contains { $0.fact is MilestoneReported })
  }

  @Test func `what was reached today is told once behind the page, with its fact`() throws {
    runs([run(30)])
    let outcome = try merge()
    let told = outcome.signals(of: MilestoneReached.self)
    #expect(told.map(\.level) == [30])
    #expect(told.map(\.milestone) == [told30])
    #expect(told.map(\.day) == [today])
    #expect(earned.isEmpty)
    let kept = harness.facts.compactMap { $0.fact as? MilestoneReported }
    #expect(kept.map(\.level) == [30])
    #expect(kept.map(\.start) == [told30.start])
    #expect(try merge().signals.isEmpty)
    try harness.replay()
    #expect(try merge().signals.isEmpty)
    #expect(reached == [30])
  }

  @Test func `what an older correction made true of today is not told behind a later page`() throws
  {
    runs([run(30)])
    try harness.given(change: change(20, 30, back: 9, start: 29))
    #expect(earned.map(\.level) == [30])
    #expect(reached.isEmpty)
    #expect(try merge().signals.isEmpty)
    #expect(reached.isEmpty)
  }

  private var told30: Milestone {
    Milestone(habit: habit, level: 30, start: today.advanced(by: -29), unit: .day)
  }

  @Test func `a page that says it was told on another device is silent`() throws {
    runs([run(30)])
    let told = MilestoneReported(habit: habit, level: 30, start: told30.start)
    #expect(try merge(told).signals.isEmpty)
    #expect(reached.isEmpty)
    #expect(harness.facts.count { $0.fact is MilestoneReported } == 1)
    // It is not reported again if a check here reaches it once more.
    try harness.given(change: change(29, 30, start: 29))
    #expect(reached.isEmpty)
    #expect(earned.map(\.level) == [30])
  }

  @Test func `what a page tells of one level does not hide another`() throws {
    runs([run(30)])
    let other = MilestoneReported(habit: habit, level: 7, start: told30.start)
    let earlier = MilestoneReported(habit: habit, level: 30, start: told30.start.advanced(by: -1))
    #expect(try merge(other, earlier).signals(of: MilestoneReached.self).map(\.level) == [30])
  }

  @Test func `nothing is told of a habit that a page removes`() throws {
    runs([run(30)])
    #expect(try merge(HabitDeleted(habit: habit)).signals.isEmpty)
    #expect(!harness.facts.contains { $0.fact is MilestoneReported })
  }

  @Test func `a deleted habit takes its memory along, in any order`() throws {
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed)
      let facts = (0..<20).map { index -> StampedFact in
        let habit = HabitID(rawValue: UInt128.random(in: 1...4, using: &random))
        let stamp = HybridTimestamp(
          clock: HybridTime(milliseconds: Int64(index) * 50_000_000),
          device: DeviceID(rawValue: UInt64(index))
        )
        if Int.random(in: 0..<8, using: &random) == 0 {
          return StampedFact(HabitDeleted(habit: habit), stamp)
        }
        let level = Milestones.levels.randomElement(using: &random) ?? 7
        let start = Day(number: Int.random(in: 0...1, using: &random))
        let unit = Bool.random(using: &random) ? StreakUnit.day : nil
        let told = MilestoneReported(habit: habit, level: level, start: start, unit: unit)
        return StampedFact(told, stamp)
      }
      try assertConverges([GamificationModule.self], facts, seed: seed)
    }
  }

  @Test func `a habit that any module removes takes its memory along`() throws {
    try harness.given(MilestoneReported(habit: habit, level: 7, start: today))
    try harness.given(change: HabitRemoved(habit: habit))
    #expect(harness.state(of: GamificationModule.self).reported.isEmpty)
    try harness.given(MilestoneReported(habit: habit, level: 30, start: today))
    #expect(harness.state(of: GamificationModule.self).reported.isEmpty)
  }

  @Test func `payloads of version 1 are read for ever`() throws {
    let text =
      #"{"habit":"00000000000000000000000000000007","level":30,"start":"2026-01-05"}"#
    let fact = try MilestoneReported.upcast(payload: Array(text.utf8), version: 1)
    #expect(fact.level == 30)
    #expect(fact.unit == nil)
    #expect(String(decoding: try JSON.encode(fact), as: UTF8.self) == text)
    let weeks =
      #"{"habit":"00000000000000000000000000000007","level":30,"start":"2026-01-05","unit":"week"}"#
    let told = try MilestoneReported.upcast(payload: Array(weeks.utf8), version: 1)
    #expect(told.unit == .week)
    #expect(String(decoding: try JSON.encode(told), as: UTF8.self) == weeks)
    #expect(MilestoneReported.name == "gamification.milestone-told")
  }

  @Test func `damaged snapshots are refused, never a crash`() throws {
    try harness.given(MilestoneReported(habit: habit, level: 7, start: today))
    try harness.given(MilestoneReported(habit: habit, level: 7, start: today, unit: .week))
    try harness.given(HabitDeleted(habit: HabitID(rawValue: 3)))
    let good = harness.snapshot
    for length in 0..<good.count {
      var reader = ByteReader(Array(good.prefix(length)))
      #expect(throws: ByteReader.Malformed.self) { try GamificationState(from: &reader) }
    }
  }
}
