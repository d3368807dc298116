import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// The changes that are published to other modules.
@Suite struct ChangeTests {
  private func last(_ harness: Harness) -> String {
    guard let change = harness.checkChanges.last else { return "nothing" }
    let value = change.value.map(\.description) ?? "-"
    return "\(change.from)>\(change.to) \(change.isKnown ? "known" : "unknown") \(value)"
  }

  @Test func `every change of a day is told with what it was and what it is`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let steps: [(Mark, Amount?, String)] = [
      (.done, nil, "open>done known -"), (.done, Amount(3), "done>done known 3"),
      (.skipped, nil, "done>skipped known -"), (.missed, nil, "skipped>open known -"),
      (.open, nil, "open>open unknown -"), (.automatic, nil, "open>open known -"),
    ]
    for (mark, value, expected) in steps {
      try harness.check(habit, nil, mark, value: value)
      #expect(last(harness) == expected)
      #expect(harness.checkChanges.last?.habit == habit.id)
      #expect(harness.checkChanges.last?.day == habit.createdOn)
    }
    #expect(harness.checkChanges.count == steps.count)
  }

  @Test func `a note changes no day`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    try harness.check(habit)
    try harness.check(habit, note: "Rain")
    try harness.check(habit, habit.createdOn.advanced(by: -1), .open, note: "Ill")
    #expect(harness.checkChanges.count == 1)
  }

  @Test func `a measured day is told by target and value`() throws {
    let harness = try tracking()
    let habit = try harness.add { $0.target = Target(amount: Amount(20), unit: "pages") }
    try harness.check(habit, value: Amount(12))
    #expect(last(harness) == "open>open known 12")
    try harness.check(habit, value: Amount(20))
    #expect(last(harness) == "open>done known 20")
  }

  @Test func `a new target tells again of the days that it turns, and only of them`() throws {
    let harness = try tracking()
    let habit = try harness.add { $0.target = Target(amount: Amount(20), unit: "pages") }
    let today = habit.createdOn
    for (ago, value) in [(0, 10.0), (1, 20), (2, 15), (3, 30)] {
      try harness.check(habit, today.advanced(by: -ago), value: Amount(value))
    }
    let before = harness.checkChanges.count
    try harness.edit(habit) { $0.target = Target(amount: Amount(15), unit: "pages") }
    let lowered = harness.checkChanges.dropFirst(before)
    #expect(lowered.map(\.day) == [today.advanced(by: -2)])
    #expect(lowered.first?.to == .done)
    try harness.edit(habit) { $0.target = Target(amount: Amount(25), unit: "pages") }
    let raised = harness.checkChanges.dropFirst(before + 1)
    #expect(raised.map(\.day) == [today.advanced(by: -2), today.advanced(by: -1)])
    #expect(raised.allSatisfy { $0.from == .done && $0.to == .open && $0.isKnown })
  }

  @Test func `a new title tells of the habit and of no day`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    try harness.check(habit)
    let before = harness.changes.count
    let edited = try harness.edit(habit) { $0.title = "New" }
    let told = harness.changes.dropFirst(before)
    #expect(told.count == 1)
    #expect((told.first as? HabitChanged)?.habit == edited)
  }

  @Test func `days that arrive before their habit are told with it, in order`() throws {
    let harness = try tracking()
    let id = HabitID(rawValue: 5)
    let first = try day("2026-03-01")
    for offset in [4, 0, 2] {
      let day = first.advanced(by: offset)
      let fact = CheckSet(habit: id, day: day, entry: Entry(mark: .done))
      try harness.given(fact, at: stamp(Int64(offset)))
    }
    #expect(harness.changes.isEmpty)
    let details = HabitDetails(title: "Read")
    try harness.given(
      HabitCreated(habit: id, details: details, on: first, at: harness.now),
      at: stamp(100)
    )
    #expect(harness.changes.first is HabitChanged)
    #expect(harness.checkChanges.map { first.distance(to: $0.day) } == [0, 2, 4])
  }

  @Test func `a fact that changes nothing tells nothing`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    try harness.check(habit)
    let before = harness.changes.count
    let stale = CheckSet(habit: habit.id, day: habit.createdOn, entry: Entry(mark: .skipped))
    try harness.given(
      stale,
      at: HybridTimestamp(clock: HybridTime(rawValue: 1), device: .init(rawValue: 4))
    )
    try harness.given(HabitEdited(habit: habit.id, patch: HabitPatch()))
    #expect(harness.changes.count == before)
  }

  @Test(arguments: ["1899-12-31", "0001-01-01", "-999999-01-01"])
  func `a habit begins no earlier than a history can`(_ first: String) throws {
    let harness = try tracking()
    let id = HabitID(rawValue: 5)
    let details = HabitDetails(title: "Read")
    for (number, on) in [try day(first), try day("2026-03-01")].enumerated() {
      try harness.given(
        HabitCreated(habit: id, details: details, on: on, at: harness.now),
        at: stamp(Int64(number))
      )
    }
    let habits = try harness.ask(AllHabits(includesArchived: true))
    #expect(habits.map(\.createdOn) == [try day("1900-01-01")])
  }

  @Test(arguments: ["1899-12-31", "2200-01-01", "0001-01-01", "9999-12-31"])
  func `a day outside of 1900 to 2199 from elsewhere is passed over`(text: String) throws {
    let harness = try tracking()
    let habit = try harness.add()
    let size = harness.snapshot.count
    let fact = CheckSet(habit: habit.id, day: try day(text), entry: Entry(mark: .done))
    try harness.given(fact)
    #expect(harness.checkChanges.isEmpty)
    #expect(harness.snapshot.count < size + 64)
  }
}
