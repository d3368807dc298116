import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct DeleteTests {
  @Test(arguments: [
    (0, "It has no marked days yet."), (1, "Its 1 marked day"), (3, "All its 3 marked days"),
  ])
  func `deleting asks first and says what would be lost`(days: Int, words: String) throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    for offset in 0..<days { try harness.check(habit, habit.createdOn.advanced(by: -offset)) }
    let count = harness.facts.count
    let refusal = try refusal { try harness.when(DeleteHabit(habit: habit.id, confirmed: false)) }
    #expect(refusal.code == "needs-confirmation")
    #expect(refusal.message.contains(words))
    #expect(refusal.message.contains("“Read”"))
    #expect(harness.facts.count == count)
    #expect(try harness.titles() == ["Read"])
  }

  @Test func `a day that was taken back is not counted as lost`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    try harness.check(habit)
    try harness.check(habit, nil, .open)
    let refusal = try refusal { try harness.when(DeleteHabit(habit: habit.id, confirmed: false)) }
    #expect(refusal.message.contains("no marked days"))
  }

  @Test func `a confirmed deletion removes the habit and its checks from every view`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    let other = try harness.add("Walk")
    try harness.check(habit)
    try harness.check(other)
    try harness.when(DeleteHabit(habit: habit.id, confirmed: true))
    let today = habit.createdOn
    #expect(try harness.titles(includesArchived: true) == ["Walk"])
    #expect(try harness.ask(DoneCounts(from: today, to: today)) == [1])
    #expect(try harness.ask(DaysOfHabits(from: today, to: today)).map(\.habit) == [other])
    let removed = harness.changes.compactMap { ($0 as? HabitRemoved)?.habit }
    #expect(removed == [habit.id])
    let codes = try [
      refusal { try harness.check(habit) },
      refusal { _ = try harness.ask(CheckOn(habit: habit.id)) },
      refusal { _ = try harness.ask(EntriesOf(habit: habit.id)) },
      refusal { _ = try harness.ask(DoneCounts(habit: habit.id, from: today, to: today)) },
      refusal { _ = try harness.ask(DaysOfHabits(habit: habit.id, from: today, to: today)) },
      refusal { try harness.when(DeleteHabit(habit: habit.id, confirmed: true)) },
    ].map(\.code)
    #expect(codes.allSatisfy { $0 == "unknown-habit" })
  }

  @Test func `nothing that arrives later brings a deleted habit back`() throws {
    let harness = try tracking()
    let habit = try harness.add("Read")
    try harness.check(habit)
    try harness.when(DeleteHabit(habit: habit.id, confirmed: true))
    let deleted = harness.snapshot
    let changes = harness.changes.count
    var patch = HabitPatch()
    patch.title = "Back"
    let entry = Entry(mark: .done)
    let created = HabitCreated(
      habit: habit.id,
      details: HabitDetails(title: "Back"),
      on: habit.createdOn,
      at: habit.createdAt
    )
    // Before and after the deletion, by the clocks of their devices.
    for seconds: Int64 in [-100_000_000, 100_000] {
      let device = harness.facts.last?.stamp.device.rawValue ?? 1
      try harness.given(created, at: stamp(seconds, device: device))
      try harness.given(
        HabitEdited(habit: habit.id, patch: patch),
        at: stamp(seconds + 1, device: device)
      )
      try harness.given(
        CheckSet(habit: habit.id, day: habit.createdOn, entry: entry),
        at: stamp(seconds + 2, device: device)
      )
    }
    #expect(harness.snapshot == deleted)
    #expect(harness.changes.count == changes)
    #expect(try harness.titles(includesArchived: true).isEmpty)
  }

  @Test func `a deletion that arrives before the habit keeps it away`() throws {
    let harness = try tracking()
    let id = HabitID(rawValue: 4)
    try harness.given(HabitDeleted(habit: id), at: stamp(50))
    let details = HabitDetails(title: "Read")
    let created = HabitCreated(habit: id, details: details, on: Day(number: 1), at: harness.now)
    try harness.given(created, at: stamp(10))
    #expect(try harness.titles(includesArchived: true).isEmpty)
    #expect(harness.changes.isEmpty)
  }

  @Test func `a deleted habit leaves nothing of its words in the state`() throws {
    let harness = try tracking()
    let habit = try harness.add("Zanzibar") { $0.notes = "Quokka" }
    try harness.check(habit, note: "Xylophone")
    #expect(String(decoding: harness.snapshot, as: UTF8.self).contains("Xylophone"))
    try harness.when(DeleteHabit(habit: habit.id, confirmed: true))
    let left = String(decoding: harness.snapshot, as: UTF8.self)
    for word in ["Zanzibar", "Quokka", "Xylophone"] { #expect(!left.contains(word)) }
  }

  @Test func `deletion is the fact that erases, and all facts of a habit are about it`() throws {
    let habit = HabitID(rawValue: 77)
    let details = HabitDetails(title: "Read")
    let on = Day(number: 20_000)
    let types: [any Fact.Type] = [
      HabitCreated.self, HabitEdited.self, HabitDeleted.self, CheckSet.self,
    ]
    #expect(types.map { $0.erases } == [false, false, true, false])
    let facts: [any Fact] = [
      HabitCreated(habit: habit, details: details, on: on, at: Instant(seconds: 0)),
      HabitEdited(habit: habit, patch: HabitPatch()),
      CheckSet(habit: habit, day: on, entry: Entry(mark: .done)), HabitDeleted(habit: habit),
    ]
    for fact in facts { #expect(fact.entity == EntityID(rawValue: 77)) }
  }
}
