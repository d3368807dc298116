import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct ConvergenceTests {
  @Test(arguments: 0..<20)
  func `short histories fold to one state in any order`(block: UInt64) throws {
    for seed in block * 100..<block * 100 + 100 {
      let history = GeneratedHistory(seed: seed, count: 12)
      try assertConverges([TrackingModule.self], history.facts, orders: 3, seed: seed)
    }
  }

  @Test(arguments: 0..<20)
  func `long histories fold to one state in any order`(seed: UInt64) throws {
    let history = GeneratedHistory(seed: 1_000_000 + seed, count: 300)
    try assertConverges([TrackingModule.self], history.facts, orders: 4, seed: seed)
  }

  @Test func `a stamp from before all clocks is nobody's, in any order`() throws {
    let habit = HabitID(rawValue: 1)
    let facts = (1...4).map { device in
      let mark = Mark.allCases[device]
      let fact = CheckSet(habit: habit, day: Day(number: 20_000), entry: Entry(mark: mark))
      let clock = HybridTime(rawValue: 0)
      return StampedFact(
        fact,
        HybridTimestamp(clock: clock, device: DeviceID(rawValue: UInt64(device)))
      )
    }
    try assertConverges([TrackingModule.self], facts, seed: 5)
  }

  /// Compares what the changes report with what the queries return, day by day.
  @Test(arguments: 0..<200)
  func `whoever follows the changes knows what the state says`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let history = GeneratedHistory(seed: 2_000_000 + seed, count: 60)
    let harness = Harness(TrackingModule.self)
    for fact in history.facts.shuffled(using: &random) {
      try harness.given(fact.fact, at: fact.stamp)
    }
    var follower = Follower()
    for change in harness.changes { follower.follow(change) }
    let habits = try harness.ask(AllHabits(includesArchived: true))
    #expect(follower.habits.values.sorted { $0.id < $1.id } == habits.sorted { $0.id < $1.id })
    #expect(follower.vacations == (try harness.ask(AllVacations())))
    for habit in habits {
      for number in GeneratedHistory.days {
        let day = Day(number: number)
        let entry = try harness.ask(CheckOn(habit: habit.id, day: day)).entry
        let told = follower.days[habit.id]?[day]
        let target = follower.rules[habit.id]?.targets.value(on: day) ?? nil
        #expect((told?.to ?? .open) == DayStatus(entry, target: target))
        #expect(told?.value == entry.value)
        #expect((told?.isKnown ?? false) == (entry.mark != .open || entry.value != nil))
      }
    }
  }
}

/// Collects what the changes report, and requires each to begin where the previous one ended.
private struct Follower {
  var habits: [HabitID: Habit] = [:]
  var places: [HabitID: HabitSortKey] = [:]
  var rules: [HabitID: HabitRules] = [:]
  var days: [HabitID: [Day: CheckChanged]] = [:]
  var vacations: [Vacation] = []
  var shortened: [Day] = []

  mutating func follow(_ change: any Change) {
    switch change {
    case let change as HabitChanged:
      let id = change.habit.id
      let isNew =
        habits[id] != change.habit || places[id] != change.place || rules[id] != change.rules
      #expect(isNew)
      habits[id] = change.habit
      rules[id] = change.rules
      places[id] = change.place
    case let change as HabitRemoved:
      #expect(habits[change.habit] != nil)
      habits[change.habit] = nil
      places[change.habit] = nil
      days[change.habit] = nil
    case let change as CheckChanged:
      #expect(habits[change.habit] != nil)
      #expect(change.from == days[change.habit]?[change.day]?.to ?? .open)
      days[change.habit, default: [:]][change.day] = change
    case let change as HabitsJoined:
      for habit in change.roots.keys {
        habits[habit] = nil
        rules[habit] = nil
        places[habit] = nil
        #expect(days[habit]?.values.contains { $0.isKnown } != true)
      }
    case let change as VacationsChanged: vacations = change.vacations
    case let change as DaysShortened:
      #expect(change.days != shortened)
      shortened = change.days
    default: Issue.record("\(type(of: change)) is not Tracking's to say")
    }
  }
}
