import Core
import GamificationContract
import GamificationDomain
import RemindersDomain
import StreaksContract
import StreaksDomain
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// What other modules make of habits that are joined.
@Suite struct JoinedHabitTests {
  private static let modules: [any Module.Type] = [TrackingModule.self, StreaksModule.self]

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `any order of marks, joins and freezes folds to the same states`(seed: UInt64) throws {
    var generator = HistoryGenerator(seed: 80_000 + seed)
    var facts = generator.facts(80)
    for place in facts.indices where place.isMultiple(of: 5) {
      let habits = generator.habits.shuffled(using: &generator.random)
      let into = place.isMultiple(of: 3) ? nil : habits[1]
      facts[place] = StampedFact(HabitJoined(habit: habits[0], into: into), facts[place].stamp)
    }
    try assertConverges(JoinedHabitTests.modules, facts, orders: 4, seed: seed)
  }

  /// All facts of the second habit are about the first in one space, and joined in the other.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `streaks of joined habits are those of one habit with all their days`(seed: UInt64) throws {
    var generator = HistoryGenerator(seed: 90_000 + seed)
    let (first, second) = (generator.habits[0], generator.habits[1])
    var facts = generator.facts(200).filter {
      $0.fact is CheckSet || $0.fact is DaysImported || $0.fact is FreezeUsed
    }
    let stamp = HybridTimestamp(clock: HybridTime(rawValue: 1), device: DeviceID(rawValue: 1))
    for habit in [first, second] {
      let created = HabitCreated(
        habit: habit,
        details: HabitDetails(title: "Read"),
        on: generator.firstDay,
        at: Instant(seconds: 1_762_560_000)
      )
      facts.append(StampedFact(created, stamp))
    }
    let now = generator.firstDay.advanced(by: 70)
    func harness(_ facts: [StampedFact]) throws -> Harness {
      let harness = Harness(modules: JoinedHabitTests.modules)
      for fact in facts { try harness.given(fact.fact, at: fact.stamp) }
      harness.now = harness.calendar.start(of: now).advanced(bySeconds: 43_200)
      return harness
    }
    let one = try harness(facts.compactMap { $0.renamed(second, first) })
    let join = StampedFact(
      HabitJoined(habit: second, into: first),
      HybridTimestamp(clock: HybridTime(rawValue: 2), device: DeviceID(rawValue: 1))
    )
    let joined = try harness((facts + [join]).shuffled(using: &generator.random))
    let stock = try joined.ask(AllStreaks()).freezes
    #expect(stock == (try one.ask(AllStreaks()).freezes))
    #expect(try joined.ask(AllStreaks()).items == (try one.ask(AllStreaks()).items))
    #expect(try joined.ask(StatsOf()) == (try one.ask(StatsOf())))
    let days = StreakDays(habit: first, from: generator.firstDay, to: now)
    #expect(try joined.ask(days) == (try one.ask(days)))
    #expect(try joined.ask(AllStreaks()).items.allSatisfy { $0.habit != second })
  }

  @Test func `joining tells nobody of the past, and a freeze of the other habit protects its day`()
    throws
  {
    let harness = Harness(
      modules: JoinedHabitTests.modules + [GamificationModule.self, RemindersModule.self],
      now: try #require(Instant(rfc3339: "2026-03-12T12:00:00Z"))
    )
    let read = try harness.when(CreateHabit(details: HabitDetails(title: "Read")))
    let reading = try harness.when(CreateHabit(details: HabitDetails(title: "Reading")))
    let today = read.createdOn
    for ago in 0..<40 where ago != 20 {
      let habit = ago.isMultiple(of: 2) ? read : reading
      try harness.when(
        SetCheck(habit: habit.id, day: today.advanced(by: -ago), mark: .done)
      )
    }
    let freeze = FreezeUsed(
      habit: reading.id,
      day: today.advanced(by: -20),
      at: harness.now,
      earned: 1
    )
    try harness.given(freeze)
    let told = harness.signals.count
    let outcome = try harness.outcome(
      of: JoinHabits(from: reading.id, into: read.id, confirmed: true)
    )
    #expect(harness.signals.count == told)
    #expect(outcome.signals.allSatisfy { $0 is FeatureUsed })
    #expect(try harness.ask(StreakOf(habit: read.id)).current == 39)
    #expect(try harness.ask(AllStreaks()).items.map(\.habit) == [read.id])
    try harness.when(SeparateHabit(habit: reading.id))
    #expect(try harness.ask(StreakOf(habit: read.id)).current == 1)
    #expect(try harness.ask(StreakOf(habit: reading.id)).title == "Reading")
  }

  @Test func `nobody is praised for the shorter run that is left by a separation`() throws {
    let start = try #require(Instant(rfc3339: "2026-03-02T12:00:00Z"))
    let harness = Harness(
      modules: JoinedHabitTests.modules + [GamificationModule.self, RemindersModule.self],
      now: start
    )
    let read = try harness.when(CreateHabit(details: HabitDetails(title: "Read"))).id
    let reading = try harness.when(CreateHabit(details: HabitDetails(title: "Reading"))).id
    for number in 0..<11 {
      harness.now = start.advanced(bySeconds: Int64(number) * 86_400)
      if number == 4 {
        try harness.when(JoinHabits(from: reading, into: read, confirmed: true))
      }
      try harness.when(SetCheck(habit: number < 4 ? reading : read, mark: .done))
    }
    #expect(try harness.ask(StreakOf(habit: read)).current == 11)
    let outcome = try harness.outcome(of: SeparateHabit(habit: reading))
    #expect(outcome.signals.allSatisfy { $0 is FeatureUsed })
    #expect(try harness.ask(StreakOf(habit: read)).current == 7)
  }
}

extension StampedFact {
  /// The fact as if it were about another habit; nil for its creation.
  fileprivate func renamed(_ habit: HabitID, _ other: HabitID) -> StampedFact? {
    let renamed: (any Fact)? =
      switch fact {
      case let fact as CheckSet where fact.habit == habit:
        CheckSet(
          habit: other,
          day: fact.day,
          entry: fact.entry,
          only: fact.only,
          adds: fact.adds,
          source: fact.source,
          restores: fact.restores,
          evidence: fact.evidence
        )
      case let fact as DaysImported where fact.habit == habit:
        DaysImported(habit: other, source: fact.source, entries: fact.entries)
      case let fact as FreezeUsed where fact.habit == habit:
        FreezeUsed(habit: other, day: fact.day, at: fact.at, earned: fact.earned)
      case let fact as HabitCreated where fact.habit == habit: nil
      default: fact
      }
    return renamed.map { StampedFact($0, stamp) }
  }
}
