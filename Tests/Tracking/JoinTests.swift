import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// Joining habits that are one, and separating them again.
@Suite struct JoinTests {
  // MARK: Joining

  @Test func `the days of a joined habit count for the other, with their instants and evidence`()
    throws
  {
    let twins = try HabitPair()
    try twins.check(twins.reading, 0, note: "At home")
    try twins.check(twins.reading, 3)
    let (first, late) = (try twins.entry(twins.reading, 0), try twins.entry(twins.reading, 3))
    try twins.check(twins.read, 1)
    try twins.join()
    #expect(try twins.entry(twins.read, 0) == first)
    #expect(try twins.entry(twins.read, 3) == late)
    #expect(try twins.entry(twins.read, 1).mark == .done)
    #expect(try twins.harness.titles(includesArchived: true) == ["Read"])
    let changes = twins.harness.checkChanges.suffix(2)
    #expect(changes.map(\.isWitnessed).sorted { !$0 && $1 } == [false, true])
    let refusal = try refusal { try twins.check(twins.reading, 0) }
    #expect(refusal.code == "unknown-habit")
  }

  @Test func `of two marks of one day the later counts, and an undo gives the earlier back`() throws
  {
    let twins = try HabitPair()
    try twins.check(twins.reading, 0, note: "Mine")
    try twins.check(twins.read, 0, .missed)
    try twins.check(twins.read, 1)
    try twins.check(twins.reading, 1, .skipped)
    let reading = try twins.entry(twins.reading, 0)
    try twins.join()
    #expect(try twins.entry(twins.read, 0).mark == .missed)
    #expect(try twins.entry(twins.read, 0).note == "Mine")
    #expect(try twins.entry(twins.read, 1).mark == .skipped)
    let undone = try twins.harness.when(UndoCheck(habit: twins.read.id))
    #expect(undone.entry == reading)
  }

  @Test func `a device that has not heard of it marks the habit, and the mark counts`() throws {
    let twins = try HabitPair()
    try twins.join()
    let fact = CheckSet(
      habit: twins.reading.id,
      day: twins.today,
      entry: Entry(mark: .done, note: "Late", at: twins.harness.now),
      evidence: Evidence(offset: 60)
    )
    try twins.harness.given(fact, at: stamp(1))
    #expect(try twins.entry(twins.read, 0) == fact.entry)
    #expect(twins.harness.checkChanges.last?.habit == twins.read.id)
    #expect(twins.harness.checkChanges.last?.to == .done)
  }

  @Test func `what was added to both is summed up`() throws {
    let twins = try HabitPair()
    for (device, habit, adds) in [
      (8, twins.read, 5000), (9, twins.reading, 7000), (8, twins.read, -1000),
    ] {
      let fact = CheckSet(
        habit: habit.id,
        day: twins.today,
        entry: Entry(mark: .open, value: Amount(thousandths: 99)),
        only: .mark,
        adds: Amount(thousandths: Int64(adds))
      )
      try twins.harness.given(fact, at: stamp(Int64(adds), device: UInt64(device)))
    }
    try twins.join()
    #expect(try twins.entry(twins.read, 0).value == Amount(thousandths: 11_000))
  }

  @Test func `a vacation of a joined habit is one of the other`() throws {
    let twins = try HabitPair()
    let (from, to) = (twins.today.advanced(by: 2), twins.today.advanced(by: 4))
    try twins.harness.when(PlanVacation(from: from, to: to, habits: [twins.reading.id]))
    #expect(try twins.harness.status(twins.read, from) == .open)
    try twins.join()
    #expect(try twins.harness.status(twins.read, from) == .skipped)
    #expect(try twins.harness.ask(AllVacations()).map(\.habits) == [[twins.read.id]])
    try twins.harness.when(SeparateHabit(habit: twins.reading.id))
    #expect(try twins.harness.status(twins.read, from) == .open)
  }

  // MARK: Taking it back

  @Test func `habits that are separated are as they were`() throws {
    let twins = try HabitPair()
    for ago in 0..<5 {
      try twins.check(ago.isMultiple(of: 2) ? twins.read : twins.reading, ago, note: "n\(ago)")
      try twins.check(twins.read, 2, value: Amount(thousandths: Int64(ago)))
    }
    let before = try [twins.read, twins.reading].map {
      try twins.harness.ask(EntriesOf(habit: $0.id))
    }
    try twins.join()
    #expect(
      try twins.harness.ask(JoinedHabits())
        == [JoinedHabit(id: twins.reading.id, title: "Reading", into: twins.read)]
    )
    let separated = try twins.harness.when(SeparateHabit(habit: twins.reading.id))
    #expect(separated == twins.reading)
    let after = try [twins.read, twins.reading].map {
      try twins.harness.ask(EntriesOf(habit: $0.id))
    }
    #expect(after == before)
    #expect(try twins.harness.titles() == ["Read", "Reading"])
    #expect(try twins.harness.ask(JoinedHabits()).isEmpty)
  }

  @Test func `joins in a circle end where the latest one says`() throws {
    let twins = try HabitPair()
    try twins.check(twins.read, 1)
    try twins.check(twins.reading, 2)
    let joins = [
      (HabitJoined(habit: twins.read.id, into: twins.reading.id), stamp(1, device: 8)),
      (HabitJoined(habit: twins.reading.id, into: twins.read.id), stamp(2, device: 9)),
      (HabitJoined(habit: twins.read.id, into: twins.read.id), stamp(3, device: 10)),
    ]
    for (fact, stamp) in joins.prefix(2) { try twins.harness.given(fact, at: stamp) }
    #expect(try twins.harness.titles() == ["Read"])
    #expect(try twins.harness.ask(EntriesOf(habit: twins.read.id)).count == 2)
    try twins.harness.given(joins[2].0, at: joins[2].1)
    #expect(try twins.harness.titles() == ["Read"])
  }

  @Test func `a habit of several goes with the one that is joined on`() throws {
    let twins = try HabitPair()
    let books = try twins.harness.add("Books")
    try twins.check(twins.reading, 2)
    try twins.check(twins.read, 1)
    try twins.join()
    try twins.join(twins.read, books)
    #expect(try twins.harness.titles() == ["Books"])
    #expect(try twins.harness.ask(EntriesOf(habit: books.id)).count == 2)
    try twins.harness.when(SeparateHabit(habit: twins.read.id))
    #expect(try twins.harness.titles() == ["Read", "Books"])
    #expect(try twins.harness.ask(EntriesOf(habit: books.id)).isEmpty)
    #expect(try twins.harness.ask(EntriesOf(habit: twins.read.id)).count == 2)
  }

  // MARK: Deletion

  @Test func `a habit is deleted with those that are joined into it`() throws {
    let twins = try HabitPair()
    try twins.check(twins.reading, 1, note: "Secret")
    try twins.join()
    let question = try refusal {
      try twins.harness.when(DeleteHabit(habit: twins.read.id, confirmed: false))
    }
    #expect(question.message.contains("Its 1 marked day"))
    #expect(question.message.contains("So does the habit that is joined into it."))
    try twins.harness.when(DeleteHabit(habit: twins.read.id, confirmed: true))
    #expect(try twins.harness.titles(includesArchived: true).isEmpty)
    let erased = twins.harness.facts.compactMap { ($0.fact as? HabitDeleted)?.entity }
    #expect(Set(erased) == [twins.read.id.entity, twins.reading.id.entity])
  }

  /// The device that deletes has not heard that they are one.
  @Test func `a habit that was joined into a deleted one is one of its own`() throws {
    let twins = try HabitPair()
    try twins.check(twins.reading, 1)
    try twins.join()
    try twins.harness.given(HabitDeleted(habit: twins.read.id), at: stamp(9))
    #expect(try twins.harness.titles() == ["Reading"])
    #expect(try twins.entry(twins.reading, 1).mark == .done)
  }

  @Test func `the days of a joined habit that is deleted elsewhere are gone`() throws {
    let twins = try HabitPair()
    try twins.check(twins.read, 1)
    try twins.check(twins.reading, 1, .missed)
    try twins.check(twins.reading, 2)
    try twins.join()
    try twins.harness.given(HabitDeleted(habit: twins.reading.id), at: stamp(9))
    #expect(try twins.entry(twins.read, 1).mark == .done)
    #expect(try twins.entry(twins.read, 2).isEmpty)
    #expect(try twins.harness.ask(JoinedHabits()).isEmpty)
  }
}
