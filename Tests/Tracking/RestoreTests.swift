import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// What an undo gives back.
@Suite struct RestoreTests {
  private func restore(
    _ harness: Harness,
    _ habit: Habit,
    _ entry: Entry,
    on day: Day? = nil
  ) throws -> Entry {
    let command = SetCheck(
      habit: habit.id,
      day: day,
      mark: entry.mark,
      value: entry.value,
      note: entry.note,
      restores: entry.at
    )
    return try harness.when(command).entry
  }

  @Test func `an undo gives back the entry with its instant, and names its fact`() throws {
    let harness = try tracking("2026-03-12T09:00:00Z")
    let habit = try harness.add()
    let first = try harness.check(habit, value: Amount(3), note: "on the train").entry
    let stamp = try #require(harness.facts.last).stamp
    harness.now = try at("2026-03-12T18:00:00Z")
    try harness.check(habit, nil, .skipped)
    #expect(try restore(harness, habit, first) == first)
    let fact = try #require(harness.facts.last?.fact as? CheckSet)
    #expect(fact.restores == RestoredEntry(stamp))
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(CheckOn(habit: habit.id)).entry == first)
  }

  @Test func `an undo of an undo, after a restart, gives back the other entry`() throws {
    let harness = try tracking("2026-03-12T09:00:00Z")
    let habit = try harness.add()
    let first = try harness.check(habit).entry
    harness.now = try at("2026-03-12T18:00:00Z")
    let second = try harness.check(habit, nil, .skipped).entry
    try harness.reopenFromSnapshot()
    harness.now = try at("2026-03-12T19:00:00Z")
    #expect(try restore(harness, habit, first) == first)
    try harness.reopenFromSnapshot()
    #expect(try restore(harness, habit, second) == second)
  }

  @Test func `taking the last change back gives back what was, and twice what is`() throws {
    let harness = try tracking("2026-03-12T09:00:00Z")
    let habit = try harness.add()
    let first = try harness.check(habit, value: Amount(3), note: "on the train").entry
    harness.now = try at("2026-03-12T18:00:00Z")
    let second = try harness.check(habit, nil, .skipped).entry
    #expect(try harness.when(UndoCheck(habit: habit.id)).entry == first)
    try harness.reopenFromSnapshot()
    harness.now = try at("2026-03-12T19:00:00Z")
    #expect(try harness.when(UndoCheck(habit: habit.id)).entry == second)
  }

  @Test func `taking an only mark back leaves its note, and there is nothing more to take`() throws
  {
    let harness = try tracking("2026-03-12T09:00:00Z")
    let habit = try harness.add()
    let none = #expect(throws: DomainError.self) {
      try harness.when(UndoCheck(habit: habit.id))
    }
    #expect(none?.code == "nothing-to-undo")
    try harness.check(habit, note: "on the train")
    let open = try harness.when(UndoCheck(habit: habit.id))
    #expect(open.status == .open)
    #expect(open.entry == Entry(mark: .open, note: "on the train", at: open.entry.at))
    #expect(try harness.when(UndoCheck(habit: habit.id)).status == .done)
  }

  @Test func `of what was added, the last is taken back alone`() throws {
    let harness = try tracking("2026-03-12T09:00:00Z")
    let habit = try harness.add()
    for amount: Double in [5, 5, 7] {
      try harness.when(SetCheck(habit: habit.id, mark: .done, adds: Amount(amount)))
    }
    #expect(try harness.when(UndoCheck(habit: habit.id)).entry.value == Amount(10))
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(CheckOn(habit: habit.id)).entry.value == Amount(10))
  }

  @Test func `an instant that no entry of the day had is not taken`() throws {
    let harness = try tracking("2026-03-12T09:00:00Z")
    let habit = try harness.add()
    let first = try harness.check(habit).entry
    harness.now = try at("2026-03-12T18:00:00Z")
    try harness.check(habit, nil, .open)
    let forged = Entry(mark: .done, at: try at("2026-03-12T06:00:00Z"))
    #expect(try restore(harness, habit, forged).at == harness.now)
    try harness.check(habit, nil, .open)
    let other = Entry(mark: .missed, at: first.at)
    #expect(try restore(harness, habit, other).at == harness.now)
    #expect(harness.facts.allSatisfy { ($0.fact as? CheckSet)?.restores == nil })
  }

  @Test func `a past day that is marked as it was has its instant again`() throws {
    let harness = try tracking("2026-03-11T09:00:00Z")
    let habit = try harness.add()
    let first = try harness.check(habit).entry
    harness.now = try at("2026-03-12T08:00:00Z")
    let yesterday = try day("2026-03-11")
    try harness.check(habit, yesterday, .open)
    #expect(try harness.check(habit, yesterday).entry == first)
    // Something else is new, and so is what was marked on another day.
    #expect(try harness.check(habit, yesterday, .skipped).entry.at == harness.now)
    try harness.check(habit, yesterday, .open)
    harness.now = try at("2026-03-12T09:00:00Z")
    #expect(try harness.check(habit, yesterday, .skipped).entry.at == harness.now)
  }

  @Test func `today is marked when it is marked`() throws {
    let harness = try tracking("2026-03-12T09:00:00Z")
    let habit = try harness.add()
    try harness.check(habit)
    try harness.check(habit, nil, .open)
    harness.now = try at("2026-03-12T18:00:00Z")
    #expect(try harness.check(habit).entry.at == harness.now)
  }

  @Test func `an old entry that was just replaced can be given back, a week later no more`() throws
  {
    let harness = try tracking("2026-01-01T09:00:00Z")
    let habit = try harness.add()
    let first = try harness.check(habit).entry
    let old = try day("2026-01-01")
    harness.now = try at("2026-03-12T09:00:00Z")
    try harness.check(habit, old, .skipped)
    #expect(try restore(harness, habit, first, on: old) == first)
    try harness.check(habit, old, .skipped)
    harness.now = try at("2026-03-20T09:00:00Z")
    try harness.check(habit)
    #expect(try restore(harness, habit, first, on: old).at == harness.now)
  }

  @Test func `an imported day that is given back is imported again`() throws {
    let harness = try tracking("2026-03-12T09:00:00Z")
    let habit = try harness.add()
    let today = try day("2026-03-12")
    let entry = Entry(mark: .done, at: try at("2026-03-12T07:00:00Z"))
    let imported = CheckSet(habit: habit.id, day: today, entry: entry, source: "loop")
    try harness.given(imported)
    try harness.check(habit, nil, .skipped)
    #expect(try restore(harness, habit, entry) == entry)
    let fact = try #require(harness.facts.last?.fact as? CheckSet)
    #expect(fact.restores?.imported == true)
    #expect(fact.isImported)
  }
}
