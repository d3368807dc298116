import Core
import GamificationContract
import Presentation
import Products
import RemindersContract
import StreaksContract
import Testing
import TestKit
import TrackingContract

/// Milestones in the whole product: checks, streaks and badges of the real modules.
@Suite struct MilestoneTests {
  private let start = Instant(seconds: 1_767_258_000)

  private func harness() -> Harness {
    Harness(
      modules: Product.streaks.modules,
      now: start,
      policies: Product.streaks.policies
    )
  }

  @Test func `badges and signals of lived histories are those of counting along`() throws {
    for seed in UInt64(0)..<40 {
      var random = SplitMix64(seed: seed)
      let harness = harness()
      let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Run"))).id
      let chance = Int.random(in: 6...60, using: &random)
      var run = 0
      var signals: [Int] = []
      var badges: [Int: (day: Day, times: Int)] = [:]
      for number in 0..<130 {
        harness.now = start.advanced(bySeconds: Int64(number) * 86_400)
        let today = harness.calendar.day(at: harness.now)
        guard Int.random(in: 0..<chance, using: &random) > 0 else {
          run = 0
          continue
        }
        run += 1
        try harness.when(SetCheck(habit: habit, mark: .done))
        if Bool.random(using: &random) {
          try harness.when(SetCheck(habit: habit, mark: .open))
          try harness.when(SetCheck(habit: habit, mark: .done))
        }
        guard Milestones.levels.contains(run) else { continue }
        signals.append(run)
        badges[run] = (badges[run]?.day ?? today, (badges[run]?.times ?? 0) + 1)
      }
      let told = harness.signals.compactMap { ($0 as? MilestoneReached)?.level }
      #expect(told == signals, "seed \(seed)")
      let report = try harness.ask(AllBadges())
      #expect(report.items.map(\.level) == badges.keys.sorted(), "seed \(seed)")
      #expect(report.items.map(\.day) == badges.sorted { $0.key < $1.key }.map(\.value.day))
      #expect(report.items.map(\.times) == badges.sorted { $0.key < $1.key }.map(\.value.times))
    }
  }

  @Test func `seven weeks are celebrated after seven days of the same run`() throws {
    let harness = harness()
    let monday = start.advanced(bySeconds: 4 * 86_400)
    harness.now = monday
    let first = harness.calendar.day(at: monday)
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Run"))).id
    for number in Array(0..<7) + [7, 14, 21, 28, 35, 42] {
      harness.now = monday.advanced(bySeconds: Int64(number) * 86_400)
      if number == 7 {
        var patch = HabitPatch()
        patch.schedule = .times(1, per: .week)
        try harness.when(EditHabit(habit: habit, patch: patch, from: first))
      }
      try harness.when(SetCheck(habit: habit, mark: .done))
    }
    let reached = harness.signals.compactMap { $0 as? MilestoneReached }
    #expect(reached.map(\.level) == [7, 7])
    #expect(reached.map(\.unit) == [.day, .week])
    #expect(reached.map(\.start) == [first, first])
    let notices = harness.facts.compactMap { ($0.fact as? NoticeGiven)?.notice }
    let told = notices.filter { $0.kind == .milestone }.flatMap(\.subjects)
    #expect(told.map(\.unit) == [.day, .week])
  }

  @Test func `an import earns badges in silence`() throws {
    let harness = harness()
    let today = harness.calendar.day(at: harness.now)
    let entries = (0..<40).map { back in
      ImportedEntry(day: today.advanced(by: -back), entry: Entry(mark: .done))
    }
    let imported = ImportedHabit(
      key: "1",
      details: HabitDetails(title: "Run"),
      entries: entries
    )
    try harness.when(ImportHistory(history: ImportedHistory(source: "loop", habits: [imported])))
    #expect(try harness.ask(AllBadges()).items.map(\.level) == [7, 30])
    #expect(harness.signals.isEmpty)
    #expect(!harness.facts.contains { $0.fact is MilestoneReported })
  }

  @Test func `a freeze that joins two runs reaches a milestone`() throws {
    let harness = harness()
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Run"))).id
    let other = try harness.when(CreateHabit(details: HabitDetails(title: "Read"))).id
    for number in 0..<32 {
      harness.now = start.advanced(bySeconds: Int64(number) * 86_400)
      try harness.when(SetCheck(habit: other, mark: .done))
      if number > 23 && number != 30 { try harness.when(SetCheck(habit: habit, mark: .done)) }
    }
    let before = harness.signals.count { ($0 as? MilestoneReached)?.habit == habit }
    #expect(before == 0)
    try harness.when(UseFreeze(habit: habit))
    let reached = harness.signals.compactMap { $0 as? MilestoneReached }
      .filter { $0.habit == habit }
    #expect(reached.map(\.level) == [7])
    #expect(try harness.ask(AllBadges(habit: habit)).items.map(\.level) == [7])
  }

  @Test func `undoing the check undoes the badge, a later break keeps it`() throws {
    let harness = harness()
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Run"))).id
    for number in 0..<7 {
      harness.now = start.advanced(bySeconds: Int64(number) * 86_400)
      try harness.when(SetCheck(habit: habit, mark: .done))
    }
    #expect(try harness.ask(AllBadges()).total == 1)
    try harness.when(SetCheck(habit: habit, mark: .open))
    #expect(try harness.ask(AllBadges()).total == 0)
    try harness.when(SetCheck(habit: habit, mark: .done))
    harness.now = start.advanced(bySeconds: 30 * 86_400)
    #expect(try harness.ask(StreakOf(habit: habit)).current == 0)
    #expect(try harness.ask(AllBadges()).total == 1)
  }
}
