import Core
import GamificationContract
import Presentation
import Products
import SobrietyContract
import StreaksContract
import Testing
import TestKit
import TrackingContract

/// Streaks does not depend on sobriety, yet it counts sober days like those of any daily habit.
@Suite struct SoberTests {
  private func person() throws -> Harness {
    let product = Product.sober
    return Harness(
      modules: product.modules,
      now: try #require(Instant(rfc3339: "2026-06-20T12:00:00Z")),
      policies: product.policies
    )
  }

  @Test func `sober days are a streak, and a past slip parts it`() throws {
    let harness = try person()
    let today = try #require(Day("2026-06-20"))
    for ago in 0..<40 { try harness.when(MarkDay(day: today.advanced(by: -ago), status: .sober)) }
    var streak = try #require(try harness.ask(AllStreaks()).items.first)
    #expect(streak.title == "Alcohol-free")
    #expect(streak.current == 40)
    try harness.when(MarkDay(day: today.advanced(by: -10), status: .notSober, drinks: 1))
    streak = try harness.ask(StreakOf(habit: streak.habit))
    let sobriety = try harness.ask(SobrietyOf())
    #expect(streak.current == 10)
    #expect(streak.current == sobriety.current)
    #expect(streak.best == sobriety.longest)
    try harness.when(DeleteSubstance(substance: "Alcohol", confirmed: true))
    #expect(try harness.ask(AllStreaks()).items.isEmpty)
  }

  /// The modules of all products together: substances and habits.
  private func both() throws -> Harness {
    Harness(
      modules: ConvergenceTests.modules("all"),
      now: try #require(Instant(rfc3339: "2026-06-20T12:00:00Z"))
    )
  }

  @Test(arguments: [false, true])
  func `sober days earn badges and are told once`(isWithHabits: Bool) throws {
    let harness = try isWithHabits ? both() : person()
    harness.policies = Product.sober.policies
    let ladder = [1, 7, 14, 30]
    let start = harness.now
    for number in 0..<30 {
      harness.now = start.advanced(bySeconds: Int64(number) * 86_400)
      let marked = try harness.when(MarkDay(status: .sober))
      #expect(marked.reached.map(\.days) == [1, 7, 14, 30].filter { $0 == number + 1 })
      try harness.when(MarkDay(status: .unmarked))
      try harness.when(MarkDay(status: .sober))
    }
    let told = harness.signals.compactMap { $0 as? MilestoneReached }
    #expect(told.map(\.level) == ladder)
    let badges = try harness.ask(AllBadges())
    #expect(Set(badges.items.map(\.title)) == ["Alcohol-free"])
    #expect(badges.items.map(\.level) == ladder)
    #expect(badges.next.map(\.left) == [30])
    let score = try #require(try harness.ask(AllScores()).first)
    #expect(score.streak.current == 30)
    #expect(score.difficulty == .easy)
    let explained = try harness.ask(ExplainScore(habit: score.streak.habit, days: 3))
    #expect(explained.days.map(\.status) == [.done, .done, .done])
    let kept = harness.facts.compactMap { $0.fact as? MilestoneReported }
    #expect(kept.map(\.level) == ladder)
    #expect(kept.map(\.start) == told.map(\.start))
    try harness.when(DeleteSubstance(substance: "Alcohol", confirmed: true))
    #expect(try harness.ask(AllBadges()).total == 0)
    #expect(try harness.ask(AllScores()).isEmpty)
  }

  @Test func `substances and habits stand side by side`() throws {
    let harness = try both()
    let start = harness.now
    let run = try harness.when(
      CreateHabit(details: HabitDetails(title: "Run", difficulty: .hard))
    )
    try harness.when(BeginRun(substance: "Nicotine"))
    for number in 0..<7 {
      harness.now = start.advanced(bySeconds: Int64(number) * 86_400)
      try harness.when(SetCheck(habit: run.id, mark: .done))
      try harness.when(MarkDay(substance: "Nicotine", status: .sober))
    }
    let badges = try harness.ask(AllBadges())
    #expect(Set(badges.items.map(\.title)) == ["Run", "Nicotine-free"])
    #expect(badges.items.map(\.isHard).count { $0 } == 1)
    let scores = try harness.ask(AllScores())
    #expect(
      Dictionary(scores.map { ($0.streak.title, $0.multiplier) }) { $1 } == [
        "Run": 2, "Nicotine-free": 1,
      ]
    )
    try harness.when(DeleteHabit(habit: run.id, confirmed: true))
    #expect(try harness.ask(AllBadges()).items.map(\.title) == ["Nicotine-free"])
  }

  /// An explanation shows the same days as Tracking's own calendar.
  @Test func `days are shown alike by streaks and by tracking`() throws {
    for seed in UInt64(0)..<60 {
      var generator = HistoryGenerator(seed: seed)
      let harness = Harness(modules: Product.streaks.modules, now: Instant(seconds: 1_766_000_000))
      try harness.given(merged: generator.facts(80))
      let today = harness.calendar.day(at: harness.now)
      let from = today.advanced(by: -80)
      for habit in try harness.ask(DaysOfHabits(from: from, to: today)) {
        let streak = try harness.ask(StreakDays(habit: habit.habit.id, from: from, to: today))
        for (state, day) in zip(habit.days, streak) {
          if case .times = habit.habit.details.schedule, state.entry?.mark == .missed { continue }
          // A note without a check makes a day known to Tracking, and starts no streak.
          guard state.day >= habit.habit.createdOn || state.status == .done else { continue }
          let shown = habit.shown(state, as: day, today: today)
          #expect(day.status == shown, "\(habit.habit.details.schedule) \(day.day) seed \(seed)")
        }
      }
    }
  }

  @Test func `ranges of days are bounded, in words`() throws {
    let harness = try both()
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Run"))).id
    let (first, last) = (Day(number: -20_000), Day(number: 20_000))
    func code(_ body: () throws -> Void) -> String? {
      #expect(throws: DomainError.self, performing: body)?.code
    }
    let codes = [
      code { _ = try harness.ask(DaysOfHabits(from: first, to: last)) },
      code { _ = try harness.ask(DoneCounts(from: first, to: last)) },
      code { _ = try harness.ask(StreakDays(habit: habit, from: first, to: last)) },
      code { _ = try harness.ask(StrengthSeries(habit: habit, from: first, to: last)) },
      code { _ = try harness.ask(SoberDays(from: first, to: last)) },
    ]
    #expect(codes == Array(repeating: "range-too-long", count: 5))
    #expect(code { _ = try harness.ask(DoneCounts(from: last, to: first)) } == "range-backwards")
    let century = last.advanced(by: 1 - DayRange.longest)
    #expect(try harness.ask(DoneCounts(from: century, to: last)).count == DayRange.longest)
  }

  @Test func `any past day may be marked`() throws {
    let harness = try person()
    let day = try #require(Day("2019-01-01"))
    #expect(try harness.when(MarkDay(day: day, status: .sober)).day.shade == 1)
  }

  /// Changes of days that arrive before their substance, or after its end.
  ///
  /// They must not cause a difference between the states of two modules.
  @Test(arguments: 0..<20)
  func `sober days and streaks fold to one state in any order`(block: UInt64) throws {
    for seed in block * 25..<block * 25 + 25 {
      try assertConverges(Product.sober.modules, history(seed), orders: 4, seed: seed)
    }
  }

  private func history(_ seed: UInt64) -> [StampedFact] {
    var random = SplitMix64(seed: seed)
    return (0..<40).map { index in
      let substance = SubstanceID(rawValue: UInt128.random(in: 1...3, using: &random))
      let time = 1_770_000_000_000 + Int64(index) * 1000
      let at = Instant(milliseconds: time)
      let device = DeviceID(rawValue: .random(in: 1...3, using: &random))
      let stamp = HybridTimestamp(clock: HybridTime(milliseconds: time), device: device)
      let day = Day(number: Int.random(in: 20_500..<20_520, using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: return StampedFact(SubstanceDeleted(substance: substance), stamp)
      case 1...3:
        let fact = SubstanceAdded(substance: substance, title: "S\(index % 3)", on: day, at: at)
        return StampedFact(fact, stamp)
      default:
        let status = SoberStatus.allCases[Int.random(in: 0..<3, using: &random)]
        let fact = DayMarked(substance: substance, day: day, status: status, at: at, since: at)
        return StampedFact(fact, stamp)
      }
    }
  }
}
