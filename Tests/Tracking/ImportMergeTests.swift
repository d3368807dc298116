import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// What an import on a device that was offline does to the days that were set on another one.
@Suite struct ImportMergeTests {
  private static let habit = HabitID(rawValue: 5)
  private static let day = Day(number: 20_524)

  private func created() -> HabitCreated {
    HabitCreated(
      habit: ImportMergeTests.habit,
      details: HabitDetails(title: "Read"),
      on: ImportMergeTests.day,
      at: Instant(seconds: 0)
    )
  }

  private func imported(_ entry: Entry) -> DaysImported {
    DaysImported(
      habit: ImportMergeTests.habit,
      source: "loop",
      entries: [ImportedEntry(day: ImportMergeTests.day, entry: entry)]
    )
  }

  private func set(
    _ entry: Entry,
    only: EntryPart? = nil,
    adds: Amount? = nil,
    restores: RestoredEntry? = nil
  ) -> CheckSet {
    CheckSet(
      habit: ImportMergeTests.habit,
      day: ImportMergeTests.day,
      entry: entry,
      only: only,
      adds: adds,
      restores: restores
    )
  }

  private func entry(_ facts: [StampedFact]) throws -> Entry {
    let harness = try tracking()
    for fact in facts {
      try harness.given(fact.fact, at: fact.stamp)
      try harness.reopenFromSnapshot()
    }
    let query = CheckOn(habit: ImportMergeTests.habit, day: ImportMergeTests.day)
    return try harness.ask(query).entry
  }

  @Test(arguments: [
    "a skip", "a clear day", "a value", "an addition", "a mark alone", "a note",
    "what was given back",
  ])
  func `what a person set counts before a later import`(_ what: String) throws {
    let theirs = Entry(mark: .done, value: Amount(5), note: "Theirs")
    let first = stamp(2)
    let own: (fact: CheckSet, entry: Entry) =
      switch what {
      case "a skip": (set(Entry(mark: .skipped)), Entry(mark: .skipped))
      case "a clear day": (set(Entry(mark: .open)), Entry.empty)
      case "a value":
        (set(Entry(mark: .done, value: Amount(7))), Entry(mark: .done, value: Amount(7)))
      case "an addition":
        (
          set(Entry(mark: .done, value: Amount(2)), only: .mark, adds: Amount(2)),
          Entry(mark: .done, value: Amount(7), note: "Theirs")
        )
      case "a mark alone":
        (set(Entry(mark: .missed), only: .mark), Entry(mark: .missed, note: "Theirs"))
      case "a note":
        (
          set(Entry(mark: .open, note: "Mine"), only: .note),
          Entry(mark: .done, value: Amount(5), note: "Mine")
        )
      default:
        (
          set(Entry(mark: .missed), restores: RestoredEntry(first, isImported: true)),
          Entry(mark: .missed)
        )
      }
    let facts = [
      StampedFact(created(), stamp(1)), StampedFact(imported(Entry(mark: .missed)), first),
      StampedFact(own.fact, stamp(5)), StampedFact(imported(theirs), stamp(9, device: 8)),
    ]
    #expect(try entry(facts) == own.entry)
    #expect(try entry(facts.reversed()) == own.entry)
    try assertConverges([TrackingModule.self], facts, seed: 5)
  }

  @Test func `a day that a person set stays so when such an import is undone`() throws {
    let harness = try tracking()
    let read = try harness.add("Read")
    let elsewhere = try tracking()
    try elsewhere.given(try #require(harness.facts.first).fact, at: stamp(0))
    try harness.check(read, nil, .skipped, note: "Mine")
    let entry = Entry(mark: .done, note: "Theirs")
    let table = ImportedHabit(
      key: "name:Read",
      details: HabitDetails(title: "Read"),
      entries: [ImportedEntry(day: read.createdOn, entry: entry)]
    )
    let history = ImportedHistory(source: ImportedHistory.table, habits: [table])
    try elsewhere.when(ImportHistory(history: history))
    for (second, fact) in elsewhere.facts.dropFirst().enumerated() {
      try harness.given(fact.fact, at: stamp(Int64(second + 1)))
    }
    func isMine() throws -> Bool {
      let entry = try harness.ask(CheckOn(habit: read.id)).entry
      return entry.mark == .skipped && entry.note == "Mine"
    }
    #expect(try isMine())
    #expect(try harness.ask(PreviewImport(history: history)).entriesKept == 1)
    #expect(try harness.decide(ImportHistory(history: history)).isEmpty)
    let count = harness.facts.count
    try harness.when(UndoImport())
    #expect(harness.factNames(from: count) == ["tracking.import-undone"])
    #expect(try isMine())
  }

  /// Weeks of marks, imports and what was given back, so that old ones are forgotten in between.
  @Test(arguments: UInt64(0)..<200)
  func `weeks of imports and marks of one day fold to one state in any order`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var facts = [StampedFact(created(), stamp(0))]
    for place in 1..<Int.random(in: 4...40, using: &random) {
      let entry = Entry(
        mark: Mark.allCases.randomElement(using: &random) ?? .open,
        note: ["", "a", "b"].randomElement(using: &random) ?? ""
      )
      let only: EntryPart? = [nil, .mark, .note].randomElement(using: &random) ?? nil
      let earlier = RestoredEntry(stamp(1), isImported: true)
      let fact: any Fact =
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<3: imported(entry)
        case 3: set(entry, only: only, restores: earlier)
        default: set(entry, only: only)
        }
      let second = Int64(place * 20_000 + Int.random(in: 0..<90_000, using: &random))
      // A device of its own for each, so that no two timestamps are the same.
      facts.append(StampedFact(fact, stamp(second, device: UInt64(place + 1))))
    }
    try assertConverges([TrackingModule.self], facts, orders: 3, seed: seed)
    let (straight, broken) = (try tracking(), try tracking())
    for fact in facts { try straight.given(fact.fact, at: fact.stamp) }
    for fact in facts.shuffled(using: &random) {
      try broken.given(fact.fact, at: fact.stamp)
      if Int.random(in: 0..<3, using: &random) == 0 { try broken.reopenFromSnapshot() }
    }
    #expect(broken.snapshot == straight.snapshot, "seed \(seed)")
  }
}
