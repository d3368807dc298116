import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// What joining and separating asks for, and what they refuse.
@Suite struct JoinRequestTests {
  // MARK: What is refused

  @Test func `joining asks first and says what both have`() throws {
    let twins = try HabitPair()
    for ago in 0..<4 { try twins.check(twins.reading, ago) }
    try twins.check(twins.read, 3)
    let question = try refusal {
      try twins.harness.when(
        JoinHabits(from: twins.reading.id, into: twins.read.id, confirmed: false)
      )
    }
    #expect(question.code == "needs-confirmation")
    #expect(
      question.message.hasPrefix(
        "“Reading” has 4 days, “Read” 1; 1 day is in both, where the later mark counts."
      )
    )
    #expect(try twins.harness.titles() == ["Read", "Reading"])
  }

  @Test func `what cannot be joined is refused with the reason`() throws {
    let twins = try HabitPair()
    let pages = try twins.harness.add("Pages") {
      $0.target = Target(amount: Amount(thousandths: 20_000), unit: "pages")
    }
    let unknown = HabitID(rawValue: 99)
    for (from, into, code) in [
      (twins.read.id, twins.read.id, "joined-with-itself"),
      (pages.id, twins.read.id, "join-other-measure"),
      (twins.read.id, pages.id, "join-other-measure"),
      (unknown, twins.read.id, "unknown-habit"), (twins.read.id, unknown, "unknown-habit"),
    ] {
      let refusal = try refusal {
        try twins.harness.when(JoinHabits(from: from, into: into, confirmed: true))
      }
      #expect(refusal.code == code)
    }
    #expect(twins.harness.facts.count == 3)
  }

  @Test func `what is joined already is not joined again, and a habit of its own not separated`()
    throws
  {
    let twins = try HabitPair()
    try twins.join()
    let count = twins.harness.facts.count
    try twins.join()
    try twins.harness.when(SeparateHabit(habit: twins.read.id))
    #expect(twins.harness.facts.count == count)
    let refusal = try refusal {
      try twins.harness.when(SeparateHabit(habit: HabitID(rawValue: 99)))
    }
    #expect(refusal.code == "unknown-habit")
  }

  @Test func `an import of a joined habit adds to the other, and is not taken back`() throws {
    let twins = try HabitPair()
    func history(_ days: Int) -> ImportedHistory {
      let entries = (0..<days).map {
        ImportedEntry(day: twins.today.advanced(by: -$0), entry: Entry(mark: .done))
      }
      let habit = ImportedHabit(
        key: "1",
        details: HabitDetails(title: "Lesen"),
        createdOn: twins.today.advanced(by: -9),
        entries: entries
      )
      return ImportedHistory(source: "loop", habits: [habit])
    }
    let id = try #require(
      try twins.harness.when(ImportHistory(history: history(3))).ids.first
    )
    try twins.harness.when(JoinHabits(from: id, into: twins.read.id, confirmed: true))
    let report = try twins.harness.ask(PreviewImport(history: history(5)))
    #expect((report.habitsKnown, report.entriesAdded, report.entriesKnown) == (1, 2, 3))
    try twins.harness.when(ImportHistory(history: history(5)))
    #expect(try twins.harness.titles() == ["Read", "Reading"])
    #expect(try twins.harness.ask(EntriesOf(habit: twins.read.id)).count == 5)
    // The second import has created no habit, so that it brought no more than two days.
    try twins.harness.when(UndoImport())
    #expect(try twins.harness.ask(EntriesOf(habit: twins.read.id)).count == 3)
    let refusal = try refusal { try twins.harness.when(UndoImport()) }
    #expect(refusal.code == "import-built-on")
    #expect(refusal.message.contains("it was joined into “Read”"))
  }

  // MARK: Twins

  @Test func `habits with one title are named with what both have`() throws {
    let twins = try HabitPair()
    let second = try twins.harness.add("  reading ")
    let third = try twins.harness.add("READING")
    try twins.check(second, 0)
    try twins.check(second, 1)
    try twins.check(third, 1)
    let pairs = try twins.harness.ask(HabitTwins())
    #expect(pairs.map(\.from.id) == [twins.reading.id, third.id])
    #expect(pairs.allSatisfy { $0.into.id == second.id })
    #expect(
      pairs.map(\.days) == [
        JoinedDays(from: 0, into: 2, both: 0), JoinedDays(from: 1, into: 2, both: 1),
      ]
    )
  }
}
