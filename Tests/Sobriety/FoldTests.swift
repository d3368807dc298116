import Core
import SobrietyContract
import SobrietyDomain
import TestKit
import Testing
import TrackingContract

@Suite struct FoldTests {
  @Test(arguments: 0..<20)
  func `short histories fold to one state in any order`(block: UInt64) throws {
    for seed in block * 100..<block * 100 + 100 {
      let history = GeneratedHistory(seed: seed, count: 14)
      try assertConverges([SobrietyModule.self], history.facts, orders: 3, seed: seed)
    }
  }

  @Test(arguments: 0..<20)
  func `long histories fold to one state in any order`(seed: UInt64) throws {
    let history = GeneratedHistory(seed: 1_000_000 + seed, count: 300)
    try assertConverges([SobrietyModule.self], history.facts, orders: 4, seed: seed)
  }

  /// Compares what a module that follows the changes knows with the queried state, day by day.
  @Test(arguments: 0..<200)
  func `whoever follows the changes knows what the state says`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let history = GeneratedHistory(seed: 2_000_000 + seed, count: 60)
    let harness = Harness(SobrietyModule.self)
    for fact in history.facts.shuffled(using: &random) {
      try harness.given(fact.fact, at: fact.stamp)
    }
    var follower = Follower()
    for change in harness.changes { follower.follow(change) }
    let substances = try harness.ask(AllSubstances())
    #expect(Set(follower.titles.keys) == Set(substances.map(\.id.habit)))
    for substance in substances {
      #expect(follower.titles[substance.id.habit] == substance.habitTitle)
      let range = GeneratedHistory.days
      let days = try harness.ask(
        SoberDays(
          substance: substance.id.description,
          from: Day(number: range.lowerBound),
          to: Day(number: range.upperBound)
        )
      )
      for day in days {
        let told = follower.days[substance.id.habit]?[day.day]
        #expect((told?.to ?? .open) == (day.status == .sober ? .done : .open))
        #expect((told?.isKnown ?? false) == (day.status != .unmarked))
      }
    }
  }

  @Test(arguments: 0..<50)
  func `a state that is read from its snapshot is the same`(seed: UInt64) throws {
    let harness = Harness(SobrietyModule.self)
    let history = GeneratedHistory(seed: 3_000_000 + seed, count: 80)
    for (index, fact) in history.facts.enumerated() {
      try harness.given(fact.fact, at: fact.stamp)
      if index == 40 { try harness.reopenFromSnapshot() }
    }
    let before = harness.snapshot
    let all = try harness.ask(AllSubstances())
    let told = try all.map { try harness.ask(SobrietyOf(substance: $0.id.description)) }
    try harness.reopenFromSnapshot()
    #expect(harness.snapshot == before)
    #expect(try harness.ask(AllSubstances()) == all)
    #expect(try all.map { try harness.sobriety($0.id.description) } == told)
    for substance in all {
      let named = substance.id.description
      let first = Day(number: GeneratedHistory.days.lowerBound)
      let last = Day(number: GeneratedHistory.days.upperBound)
      let query = SoberDiary(substance: named, from: first, to: last)
      #expect(try harness.ask(query).allSatisfy { !$0.isEmpty })
      #expect(try harness.ask(CravingsOf(substance: named)).passed <= 9)
    }
    let whole = Harness(SobrietyModule.self)
    for fact in history.facts { try whole.given(fact.fact, at: fact.stamp) }
    #expect(whole.snapshot == before)
  }

  @Test func `a damaged snapshot is refused, or a state that can be kept`() throws {
    let harness = Harness(SobrietyModule.self)
    for fact in GeneratedHistory(seed: 7, count: 40).facts {
      try harness.given(fact.fact, at: fact.stamp)
    }
    let whole = harness.snapshot
    for end in whole.indices {
      var reader = ByteReader(whole[..<end])
      #expect(throws: ByteReader.Malformed.self) { try SobrietyState(from: &reader) }
    }
    var random = SplitMix64(seed: 43)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      try expectRefusedOrKept(SobrietyState.self, bytes)
    }
  }
}

/// Records the changes, and requires that each starts where the previous one ended.
private struct Follower {
  var titles: [HabitID: String] = [:]
  var days: [HabitID: [Day: CheckChanged]] = [:]
  private var removed: Set<HabitID> = []

  mutating func follow(_ change: any Change) {
    switch change {
    case let change as HabitChanged:
      #expect(!removed.contains(change.habit.id))
      titles[change.habit.id] = change.habit.details.title
    case let change as HabitRemoved:
      #expect(removed.insert(change.habit).inserted)
      titles[change.habit] = nil
      days[change.habit] = nil
    case let change as CheckChanged:
      #expect(titles[change.habit] != nil)
      #expect(change.from == days[change.habit]?[change.day]?.to ?? .open)
      days[change.habit, default: [:]][change.day] = change
    default: Issue.record("\(type(of: change)) is not Sobriety's to say")
    }
  }
}
