import Core
import GamificationContract
import Presentation
import Products
import RemindersContract
import StreaksContract
import Testing
import TestKit
import TrackingContract

/// Milestones that are reached on one device and arrive on another.
@Suite struct MergedMilestoneTests {
  private static let start = Instant(seconds: 1_767_258_000)
  private static let schedules: [(schedule: Schedule, days: Int)] = [
    (.daily, 70), (.weekdays([.monday, .thursday, .saturday]), 90), (.every(days: 3), 120),
    (.times(3, per: .week), 90), (.times(1, per: .week), 90), (.times(2, per: .month), 260),
  ]

  private func device(_ number: UInt64, _ product: Product = .streaks) -> Harness {
    Harness(
      modules: product.modules,
      now: MergedMilestoneTests.start,
      policies: product.policies,
      device: number
    )
  }

  private func told(_ harness: Harness, since first: Int) -> [Milestone] {
    harness.signals.dropFirst(first).compactMap { ($0 as? MilestoneReached)?.milestone }.sorted()
  }

  /// A day of the user of `habit`: mostly done, sometimes undone and done again.
  private func liveDay(
    _ habit: HabitID,
    in harness: Harness,
    chance: Int,
    _ random: inout SplitMix64
  ) throws {
    guard Int.random(in: 0..<chance, using: &random) > 0 else { return }
    try harness.when(SetCheck(habit: habit, mark: .done))
    guard Int.random(in: 0..<4, using: &random) == 0 else { return }
    try harness.when(SetCheck(habit: habit, mark: .open))
    try harness.when(SetCheck(habit: habit, mark: .done))
  }

  /// The facts that were written on one device, except records of what was reported.
  private func page(_ harness: Harness, since first: Int) -> [StampedFact] {
    harness.facts.dropFirst(first).filter {
      !($0.fact is MilestoneReported || $0.fact is NoticeGiven)
    }
  }

  @Test(arguments: MergedMilestoneTests.schedules.indices)
  func `who hears of it the same day is told the same as who lived it`(index: Int) throws {
    let (schedule, days) = MergedMilestoneTests.schedules[index]
    var count = 0
    for seed in UInt64(0)..<6 {
      var random = SplitMix64(seed: seed)
      let (here, there) = (device(1), device(2))
      let details = HabitDetails(title: "Run", schedule: schedule)
      let habit = try here.when(CreateHabit(details: details)).id
      let chance = Int.random(in: 10...60, using: &random)
      var sent = 0
      for number in 0..<days {
        here.now = MergedMilestoneTests.start.advanced(bySeconds: Int64(number) * 86_400)
        there.now = here.now
        let seen = (here.signals.count, there.signals.count)
        try liveDay(habit, in: here, chance: chance, &random)
        try there.given(merged: page(here, since: sent))
        sent = here.facts.count
        let lived = told(here, since: seen.0)
        #expect(told(there, since: seen.1) == lived, "day \(number), seed \(seed)")
        count += lived.count
      }
      #expect(try here.ask(AllBadges()) == there.ask(AllBadges()), "seed \(seed)")
    }
    #expect(count > 3)
  }

  @Test(arguments: MergedMilestoneTests.schedules.indices)
  func `a page about something else does not tell again what was told`(index: Int) throws {
    let (schedule, days) = MergedMilestoneTests.schedules[index]
    var random = SplitMix64(seed: 3)
    let harness = device(1)
    let details = HabitDetails(title: "Run", schedule: schedule)
    let habit = try harness.when(CreateHabit(details: details)).id
    for number in 0..<days {
      harness.now = MergedMilestoneTests.start.advanced(bySeconds: Int64(number) * 86_400)
      try liveDay(habit, in: harness, chance: 80, &random)
      let seen = harness.signals.count
      let clock = HybridTime(milliseconds: harness.now.milliseconds)
      let other = HabitDeleted(habit: HabitID(rawValue: 99))
      try harness.given(other, at: HybridTimestamp(clock: clock, device: DeviceID(rawValue: 2)))
      #expect(harness.signals.count == seen, "day \(number)")
    }
    #expect(harness.signals.contains { $0 is MilestoneReached })
  }

  /// An import with checks up to yesterday, followed by today's check on this device.
  private func history(_ length: Int, endingBack back: Int, on day: Day) -> ImportHistory {
    let entries = (0..<length).map { number in
      ImportedEntry(day: day.advanced(by: -back - number), entry: Entry(mark: .done))
    }
    let habit = ImportedHabit(key: "1", details: HabitDetails(title: "Run"), entries: entries)
    return ImportHistory(history: ImportedHistory(source: "loop", habits: [habit]))
  }

  @Test(arguments: [("streaks", 0), ("streaks", 1), ("hobbyist", 0), ("hobbyist", 1)])
  func `an import tells what was reached today, and nothing of yesterday`(
    product: String,
    back: Int
  ) throws {
    let product = try #require(ProductCatalog.product(named: product))
    let harness = device(1, product)
    let today = harness.calendar.day(at: harness.now)
    let outcome = try harness.outcome(of: history(30, endingBack: back, on: today))
    let celebrates = product.name == "streaks" && back == 0
    let reached = outcome.signals(of: MilestoneReached.self)
    #expect(reached.map(\.level) == (celebrates ? [30] : []))
    #expect(reached.map(\.start) == (celebrates ? [today.advanced(by: -29)] : []))
    #expect(outcome.signals(of: NoticeDue.self).count == (back == 0 ? 1 : 0))
    #expect(harness.facts.count { $0.fact is MilestoneReported } == (celebrates ? 1 : 0))
    let again = try harness.outcome(of: history(30, endingBack: back, on: today))
    #expect(again.signals.isEmpty)
    // Checking again the next day finds nothing either.
    harness.now = harness.now.advanced(bySeconds: 86_400)
    try harness.wake("next")
    let items = try harness.when(GiveDueNotices()).items
    #expect(items.count { $0.notice.kind == .milestone } == (back == 0 ? 1 : 0))
  }

  /// A rolling quota makes days count without a check, but milestones count what was done.
  @Test func `a milestone of a rolling quota is noticed with the check that reaches it`() throws {
    let harness = device(1, .hobbyist)
    let details = HabitDetails(title: "Run", schedule: .times(3, per: .rolling(days: 7)))
    let habit = try harness.when(CreateHabit(details: details)).id
    var given: [Day] = []
    let first = harness.calendar.day(at: harness.now)
    for number in 0..<12 {
      harness.now = MergedMilestoneTests.start.advanced(bySeconds: Int64(number) * 86_400)
      if number < 3 || number > 6 { try harness.when(SetCheck(habit: habit, mark: .done)) }
      for _ in 0..<2 { try harness.wake("next") }
      let seen = harness.signals.compactMap { ($0 as? NoticeDue)?.notice }
      given = seen.filter { $0.kind == .milestone }.map(\.day)
    }
    #expect(given == [first.advanced(by: 10)])
  }

  @Test func `a page that arrives on a day that is only covered tells of no milestone`() throws {
    let harness = device(1)
    let details = HabitDetails(title: "Run", schedule: .times(3, per: .rolling(days: 7)))
    let habit = try harness.when(CreateHabit(details: details)).id
    for number in 0..<8 {
      harness.now = MergedMilestoneTests.start.advanced(bySeconds: Int64(number) * 86_400)
      if number < 3 { try harness.when(SetCheck(habit: habit, mark: .done)) }
      for page in 0..<2 {
        let clock = HybridTime(milliseconds: harness.now.milliseconds + Int64(page))
        let other = HabitDeleted(habit: HabitID(rawValue: 99))
        let stamp = HybridTimestamp(clock: clock, device: DeviceID(rawValue: 2))
        let outcome = try harness.given(merged: [StampedFact(other, stamp)])
        let levels = outcome.signals(of: MilestoneReached.self).map(\.level)
        #expect(levels.isEmpty, "day \(number)")
      }
    }
  }
}
