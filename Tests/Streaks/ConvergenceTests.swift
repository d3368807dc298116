import Core
import StreaksContract
import StreaksDomain
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// Streaks behind the module whose changes it follows.
@Suite struct ConvergenceTests {
  @Test(arguments: UInt64(1)...12)
  func `any order of the same facts is the same state`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    try assertConverges(
      [TrackingModule.self, StreaksModule.self],
      history(using: &random),
      orders: 6,
      seed: seed
    )
  }

  /// A few habits on three devices: created, edited, checked, frozen, some deleted.
  private func history(using random: inout SplitMix64) -> [StampedFact] {
    var facts: [StampedFact] = []
    var clock = 0
    func add(_ fact: any Fact) {
      clock += 1
      let device = DeviceID(rawValue: UInt64.random(in: 1...3, using: &random))
      let time = HybridTime(milliseconds: 1_700_000_000_000 + Int64(clock))
      facts.append(StampedFact(fact, Stamp(clock: time, device: device)))
    }
    let schedules = ["daily", "mon,wed", "3/week", "every:3", "monthly", "2/5days"]
    for number in UInt128(1)...5 {
      let habit = HabitID(rawValue: number)
      let schedule = schedules.randomElement(using: &random).flatMap { Schedule($0) } ?? .daily
      let details = HabitDetails(title: "Habit \(number)", schedule: schedule)
      let on = Day(number: 20_000 + Int.random(in: 0...30, using: &random))
      add(HabitCreated(habit: habit, details: details, on: on, at: Instant(seconds: 0)))
      for _ in 0..<30 { add(check(habit, using: &random)) }
      add(HabitEdited(habit: habit, patch: patch(using: &random)))
      for _ in 0..<3 { add(freeze(habit, using: &random)) }
      if number == 5 { add(HabitDeleted(habit: habit)) }
    }
    let (from, to) = (Day(number: 20_005), Day(number: 20_009))
    let vacation = Vacation(id: EntityID(rawValue: 90), from: from, to: to)
    add(VacationSet(vacation: vacation))
    if Bool.random(using: &random) { add(VacationCancelled(id: vacation.id)) }
    return facts
  }

  private func check(_ habit: HabitID, using random: inout SplitMix64) -> CheckSet {
    let mark = Mark.allCases.randomElement(using: &random) ?? .done
    let isMeasured = Bool.random(using: &random)
    let value = isMeasured ? Amount(thousandths: .random(in: 0...9000, using: &random)) : nil
    let day = Day(number: 20_000 + Int.random(in: 0...40, using: &random))
    return CheckSet(habit: habit, day: day, entry: Entry(mark: mark, value: value))
  }

  private func patch(using random: inout SplitMix64) -> HabitPatch {
    var patch = HabitPatch()
    patch.schedule = .times(2, per: .week)
    if Bool.random(using: &random) { patch.target = Target(amount: Amount(5), unit: "pages") }
    return patch
  }

  private func freeze(_ habit: HabitID, using random: inout SplitMix64) -> FreezeUsed {
    let day = Day(number: 20_000 + Int.random(in: 0...40, using: &random))
    return FreezeUsed(habit: habit, day: day, at: Instant(seconds: 0))
  }

  @Test func `a check of Tracking reaches the streak`() throws {
    let harness = Harness(TrackingModule.self, StreaksModule.self)
    let habit = try harness.when(CreateHabit(details: HabitDetails(title: "Read"))).id
    try harness.when(SetCheck(habit: habit, mark: .done))
    #expect(try harness.ask(StreakOf(habit: habit)).current == 1)
    #expect(harness.changes.contains { ($0 as? StreakChanged)?.to == 1 })
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(AllStreaks()).items.map(\.best) == [1])
    try harness.when(SetCheck(habit: habit, mark: .open))
    #expect(try harness.ask(StreakOf(habit: habit)).current == 0)
    #expect(try harness.ask(StreakOf(habit: habit)).best == 0)
  }
}
