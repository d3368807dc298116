import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// A rhythm, a target and the archive hold from a day; the days before keep theirs.
@Suite struct RuleChangeTests {
  private let today = Day(year: 2026, month: 3, day: 12) ?? Day(number: 0)

  /// Returns a harness in the second week of a habit's life.
  private func grown(
    _ edit: (inout HabitDetails) -> Void = { _ in }
  ) throws -> (Harness, Habit) {
    let harness = try tracking("2026-03-02T12:00:00Z")
    let habit = try harness.add("Read", edit: edit)
    harness.now = try at("2026-03-12T12:00:00Z")
    return (harness, habit)
  }

  private func edit(
    _ harness: Harness,
    _ habit: Habit,
    from: Day? = nil,
    _ change: (inout HabitPatch) -> Void
  ) throws -> [any Fact] {
    var patch = HabitPatch()
    change(&patch)
    let count = harness.facts.count
    try harness.when(EditHabit(habit: habit.id, patch: patch, from: from))
    return harness.facts.dropFirst(count).map(\.fact)
  }

  private func due(_ harness: Harness, _ habit: Habit) throws -> String {
    let days = try harness.ask(
      DaysOfHabits(habit: habit.id, from: habit.createdOn, to: try day("2026-03-15"))
    )
    return String(days.flatMap(\.days).map { $0.isDue ? "1" : "." })
  }

  @Test func `a new rhythm holds from today`() throws {
    let (harness, habit) = try grown()
    let monday = try schedule("mon")
    let facts = try edit(harness, habit) { $0.schedule = monday }
    #expect((facts.first as? HabitEdited)?.on == Day("2026-03-12"))
    #expect(try due(harness, habit) == "1111111111....")
  }

  @Test func `a new rhythm can hold from an earlier day`() throws {
    let (harness, habit) = try grown()
    let sunday = try schedule("sun")
    _ = try edit(harness, habit, from: try day("2026-03-06")) { $0.schedule = sunday }
    #expect(try due(harness, habit) == "1111..1......1")
    // And once more from the start, though the rhythm is what it is already.
    let facts = try edit(harness, habit, from: habit.createdOn) { $0.schedule = sunday }
    #expect(facts.count == 1)
    #expect(try due(harness, habit) == "......1......1")
    #expect(try edit(harness, habit, from: habit.createdOn) { $0.schedule = sunday }.isEmpty)
  }

  @Test func `a past day keeps its target wherever it is told`() throws {
    let pages = Target(amount: Amount(20), unit: "pages")
    let (harness, habit) = try grown { $0.target = pages }
    try harness.check(habit, today.advanced(by: -1), value: Amount(20))
    _ = try edit(harness, habit) { $0.target = Target(amount: Amount(30), unit: "km") }
    let yesterday = today.advanced(by: -1)
    #expect(try harness.ask(CheckOn(habit: habit.id, day: yesterday)).target == pages)
    #expect(try harness.ask(CheckOn(habit: habit.id, day: today)).target?.unit == "km")
    #expect(try harness.ask(EntriesOf(habit: habit.id)).map(\.target) == [pages])
    let days = try harness.ask(DaysOfHabits(habit: habit.id, from: yesterday, to: today))
    #expect(days.first?.days.map(\.target?.unit) == ["pages", "km"])
  }

  @Test func `what was done before a quota of a period held fills none of it`() throws {
    let (harness, habit) = try grown()
    try harness.check(habit, try day("2026-03-02"))
    try harness.check(habit, try day("2026-03-03"))
    // Half of the quota of March, from the 16th on.
    harness.now = try at("2026-03-16T12:00:00Z")
    _ = try edit(harness, habit) { $0.schedule = .times(2, per: .month) }
    #expect(
      try harness.ask(
        DaysOfHabits(habit: habit.id, from: today.advanced(by: 4), to: today.advanced(by: 4))
      ).first?.days.map(\.isDue) == [true]
    )
  }

  @Test func `what is put right on the first day holds from the start`() throws {
    let harness = try tracking("2026-03-02T12:00:00Z")
    let habit = try harness.add("Read")
    let facts = try edit(harness, habit) { $0.difficulty = .hard }
    #expect((facts.first as? HabitEdited)?.on == nil)
  }

  @Test func `what is archived on its first day is away from that day on`() throws {
    let harness = try tracking("2026-03-02T12:00:00Z")
    let habit = try harness.add("Read")
    let facts = try edit(harness, habit) { $0.archived = true }
    #expect((facts.first as? HabitEdited)?.on == habit.createdOn)
    harness.now = try at("2026-03-12T12:00:00Z")
    _ = try edit(harness, habit) { $0.archived = false }
    #expect(try due(harness, habit) == "..........1111")
  }

  @Test func `an edit of an earlier version, which names no day, holds from the start`() throws {
    let (harness, habit) = try grown()
    var patch = HabitPatch()
    patch.schedule = try schedule("sun")
    try harness.given(HabitEdited(habit: habit.id, patch: patch))
    #expect(try due(harness, habit) == "......1......1")
  }

  @Test func `a new target leaves the days before as they were`() throws {
    let (harness, habit) = try grown { $0.target = Target(amount: Amount(10), unit: "pages") }
    let past = try day("2026-03-05")
    for day in [past, today] {
      try harness.given(
        CheckSet(habit: habit.id, day: day, entry: Entry(mark: .done, value: Amount(15)))
      )
    }
    _ = try edit(harness, habit) { $0.target = Target(amount: Amount(20), unit: "pages") }
    #expect(try harness.status(habit, past) == .done)
    #expect(try harness.status(habit, today) == .open)
    #expect(try harness.ask(DoneCounts(from: past, to: today)).reduce(0, +) == 1)
    let changes = harness.changes.compactMap { $0 as? CheckChanged }
    #expect(changes.last?.day == today)
    #expect(changes.last?.to == .open)
  }

  @Test func `a day to come, and a change of words with a day, are refused`() throws {
    let (harness, habit) = try grown()
    let tomorrow = today.advanced(by: 1)
    let early = try refusal { _ = try edit(harness, habit, from: tomorrow) { $0.archived = true } }
    #expect(early.code == "day-in-future")
    let title = try refusal {
      _ = try edit(harness, habit, from: today) { $0.title = "Write" }
    }
    #expect(title.code == "nothing-dated")
  }

  @Test func `the change is published with its past, and a snapshot keeps it`() throws {
    let (harness, habit) = try grown()
    _ = try edit(harness, habit) { $0.archived = true }
    let change = try #require(harness.changes.compactMap { $0 as? HabitChanged }.last)
    #expect(change.rules.archivedDays.map(\.from) == [today])
    #expect(change.rules.archivedDays.map(\.to) == [nil])
    let before = harness.snapshot
    try harness.reopenFromSnapshot()
    #expect(harness.snapshot == before)
    #expect(try harness.titles().isEmpty)
  }
}
