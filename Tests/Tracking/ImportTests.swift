import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct ImportTests {
  private let today = Day(number: 20_524)

  private func file(
    _ days: [(ago: Int, entry: Entry)],
    key: String = "k",
    title: String = "Read",
    createdOn: Day? = nil
  ) -> ImportedHistory {
    let entries = days.map { ImportedEntry(day: today.advanced(by: -$0.ago), entry: $0.entry) }
    let details = HabitDetails(title: title)
    let habit = ImportedHabit(key: key, details: details, createdOn: createdOn, entries: entries)
    return ImportedHistory(source: "loop", habits: [habit], remarks: ["One thing."])
  }

  private let three: [(ago: Int, entry: Entry)] = [
    (0, Entry(mark: .done)), (1, Entry(mark: .skipped, note: "Ill")),
    (4, Entry(mark: .automatic, value: Amount(2))),
  ]

  @Test func `an import brings habits with all their days`() throws {
    let harness = try tracking()
    let reply = try harness.when(ImportHistory(history: file(three)))
    let habit = try #require(try harness.ask(AllHabits()).first)
    #expect(reply.ids == [habit.id])
    #expect(habit.createdOn == today.advanced(by: -4))
    let entries = try harness.ask(EntriesOf(habit: habit.id))
    #expect(entries.map(\.entry) == three.reversed().map(\.entry))
    let facts = harness.facts.compactMap { $0.fact as? DaysImported }
    #expect(facts.map(\.source) == ["loop"])
    #expect(facts.map(\.entries.count) == [3])
  }

  @Test func `a long history is few facts, none of which is large`() throws {
    let harness = try tracking()
    let note = String(repeating: "本", count: Entry.maxNoteLength)
    let long = (0..<1000).map { (ago: $0, entry: Entry(mark: .done)) }
    let wordy = (0..<30).map { (ago: $0, entry: Entry(mark: .done, note: note)) }
    var history = file(long, key: "long")
    history.habits += file(wordy, key: "wordy").habits
    let facts = try harness.decide(ImportHistory(history: history))
    let counts = facts.compactMap { ($0 as? DaysImported)?.entries.count }
    #expect(counts == [400, 400, 200] + Array(repeating: 3, count: 10))
    for fact in facts { #expect(try fact.payload().count < 64 << 10) }
    try harness.when(ImportHistory(history: history))
    #expect(try harness.decide(ImportHistory(history: history)).isEmpty)
    let habits = try harness.ask(AllHabits())
    let kept = try habits.map { try harness.ask(EntriesOf(habit: $0.id)).count }
    #expect(kept.sorted() == [30, 1000])
  }

  @Test func `a habit that has ended arrives archived, one that goes on does not`() throws {
    let harness = try tracking()
    let habits = [-1, 0].map { ago in
      ImportedHabit(
        key: "\(ago)",
        details: HabitDetails(title: "\(ago)"),
        endedOn: today.advanced(by: ago)
      )
    }
    try harness.when(ImportHistory(history: ImportedHistory(source: "harsh", habits: habits)))
    let all = try harness.ask(AllHabits(includesArchived: true))
    #expect(all.map(\.details.archived) == [true, false])
  }

  @Test func `days in the archive since an import or an end before it are neutral once it is back`()
    throws
  {
    let harness = try tracking()
    let end = today.advanced(by: -3)
    let habits = [
      ImportedHabit(key: "a", details: HabitDetails(title: "A", archived: true, position: 1)),
      ImportedHabit(key: "b", details: HabitDetails(title: "B", position: 2), endedOn: end),
    ]
    let history = ImportedHistory(source: "loop", habits: habits)
    try harness.when(ImportHistory(history: history))
    try harness.reopenFromSnapshot()
    // Another device that imports the file later changes nothing, even once they are back.
    let elsewhere = try tracking()
    elsewhere.now = harness.now.advanced(byMilliseconds: 86_400_000)
    try elsewhere.when(ImportHistory(history: history))
    harness.now = harness.now.advanced(byMilliseconds: 2 * 86_400_000)
    for habit in try harness.ask(AllHabits(includesArchived: true)) {
      try harness.edit(habit) { $0.archived = false }
    }
    for (second, fact) in elsewhere.facts.enumerated() {
      try harness.given(fact.fact, at: stamp(Int64(second)))
    }
    #expect(try harness.titles() == ["A", "B"])
    let first = ["A": today, "B": end.advanced(by: 1)]
    for habit in try harness.ask(AllHabits()) {
      let days = DaysOfHabits(
        habit: habit.id,
        from: today.advanced(by: -4),
        to: today.advanced(by: 2)
      )
      let archived = try harness.ask(days)[0].days.filter(\.isArchived).map(\.day)
      #expect(archived.first == first[habit.details.title])
      #expect(archived.last == today.advanced(by: 1))
    }
    try harness.when(UndoImport())
    #expect(try harness.titles() == [])
  }

  @Test func `what comes in stands after what is here, in the order of its file`() throws {
    let harness = try tracking()
    for (title, position) in [("A", 0), ("B", 1), ("C", 2)] {
      try harness.add(title) { $0.position = position }
    }
    let titles = [("Z", 2), ("X", 0), ("Y", 1)]
    let habits = titles.map { title, position in
      ImportedHabit(key: title, details: HabitDetails(title: title, position: position))
    }
    try harness.when(ImportHistory(history: ImportedHistory(source: "loop", habits: habits)))
    #expect(try harness.titles() == ["A", "B", "C", "X", "Y", "Z"])
  }

  @Test func `a table adds to the only habit of the same title, and makes no second one`() throws {
    let harness = try tracking()
    try harness.when(CreateHabit(details: HabitDetails(title: "Read")))
    var table = file([(3, Entry(mark: .done))], key: "name:Read")
    table = ImportedHistory(source: ImportedHistory.table, habits: table.habits)
    let report = try harness.ask(PreviewImport(history: table))
    #expect(report.habitsKnown == 1)
    try harness.when(ImportHistory(history: table))
    let habits = try harness.ask(AllHabits())
    #expect(habits.map(\.details.title) == ["Read"])
    #expect(try harness.ask(EntriesOf(habit: habits[0].id)).map(\.day) == [today.advanced(by: -3)])
    try harness.when(UndoImport())
    #expect(try harness.ask(EntriesOf(habit: habits[0].id)).isEmpty)
    #expect(try harness.titles() == ["Read"])
  }

  @Test func `the same file twice decides nothing the second time`() throws {
    let harness = try tracking()
    let first = try harness.when(ImportHistory(history: file(three)))
    #expect(try harness.decide(ImportHistory(history: file(three))).isEmpty)
    #expect(try harness.when(ImportHistory(history: file(three))) == first)
  }

  @Test func `the same file on two devices is one habit`() throws {
    let here = try tracking()
    let there = try tracking()
    let ids = try here.when(ImportHistory(history: file(three)))
    #expect(try there.when(ImportHistory(history: file(three))) == ids)
    for fact in there.facts { try here.given(fact.fact, at: fact.stamp) }
    #expect(try here.titles() == ["Read"])
  }

  @Test func `a longer file later brings only what is new`() throws {
    let harness = try tracking()
    try harness.when(ImportHistory(history: file(three)))
    let longer = file(three + [(7, Entry(mark: .done))])
    let facts = try harness.decide(ImportHistory(history: longer))
    #expect(
      facts.flatMap { ($0 as? DaysImported)?.entries ?? [] }.map(\.day) == [today.advanced(by: -7)]
    )
    #expect(facts.count == 2, "the day, and that there was an import")
  }

  @Test func `a day that the other program changed since is taken over`() throws {
    let harness = try tracking()
    try harness.when(ImportHistory(history: file([(1, Entry(mark: .done))])))
    try harness.when(ImportHistory(history: file([(1, Entry(mark: .skipped))])))
    let habit = try #require(try harness.ask(AllHabits()).first)
    #expect(try harness.status(habit, today.advanced(by: -1)) == .skipped)
  }

  @Test(arguments: [Mark.skipped, .open, .missed])
  func `a day that a person set here stays as it is`(mark: Mark) throws {
    let harness = try tracking()
    try harness.when(ImportHistory(history: file(three)))
    let habit = try #require(try harness.ask(AllHabits()).first)
    try harness.check(habit, today, mark)
    let report = try harness.ask(PreviewImport(history: file(three)))
    #expect(report.entriesKept == 1)
    #expect(report.entriesKnown == 2)
    #expect(try harness.decide(ImportHistory(history: file(three))).isEmpty)
  }

  @Test func `a note on an imported day leaves its mark, and no import replaces either`() throws {
    let harness = try tracking()
    try harness.when(ImportHistory(history: file([(1, Entry(mark: .done, note: "theirs"))])))
    let habit = try #require(try harness.ask(AllHabits()).first)
    let yesterday = today.advanced(by: -1)
    let noted = try harness.check(habit, yesterday, note: "mine").entry
    #expect(noted == Entry(mark: .done, note: "mine"))
    let fact = try #require(harness.facts.last?.fact as? CheckSet)
    #expect(fact.evidence.grade == .imported)
    #expect(try harness.decide(ImportHistory(history: file([(1, Entry(mark: .skipped))]))).isEmpty)
  }

  @Test func `edits of an imported habit stay at the next import`() throws {
    let harness = try tracking()
    try harness.when(ImportHistory(history: file(three)))
    try harness.edit(try #require(try harness.ask(AllHabits()).first)) { $0.title = "Mine" }
    try harness.when(ImportHistory(history: file(three)))
    #expect(try harness.titles() == ["Mine"])
  }

  @Test func `a habit that was deleted and is imported again is a new one`() throws {
    let harness = try tracking()
    let first = try harness.when(ImportHistory(history: file(three))).ids
    try harness.when(DeleteHabit(habit: try #require(first.first), confirmed: true))
    let report = try harness.ask(PreviewImport(history: file(three)))
    #expect(report.habitsAdded == 1)
    let second = try harness.when(ImportHistory(history: file(three))).ids
    #expect(second != first)
    #expect(try harness.ask(EntriesOf(habit: try #require(second.first))).count == 3)
    #expect(try harness.decide(ImportHistory(history: file(three))).isEmpty)
  }

  @Test(arguments: [(1, "1 day that lies"), (3, "3 days that lie")])
  func `days to come are left out with a remark`(count: Int, words: String) throws {
    let harness = try tracking()
    let coming = (1...count).map { (ago: -$0, entry: Entry(mark: .done)) }
    let history = file(three + coming)
    let report = try harness.ask(PreviewImport(history: history))
    #expect(report.entriesAdded == 3)
    #expect(report.remarks.first == "One thing.")
    #expect(report.remarks.last?.contains(words) == true)
    #expect(report.remarks.last?.contains("“Read”") == true)
    let ids = try harness.when(ImportHistory(history: history)).ids
    #expect(try harness.ask(EntriesOf(habit: try #require(ids.first))).count == 3)
  }

  @Test func `a file of days to come alone begins the habit today`() throws {
    let harness = try tracking()
    try harness.when(ImportHistory(history: file([(-3, Entry(mark: .done))])))
    #expect(try harness.ask(AllHabits()).first?.createdOn == today)
  }

  @Test func `days that are left out do not make the habit older`() throws {
    let harness = try tracking()
    try harness.when(
      ImportHistory(history: file([(60_000, Entry(mark: .done)), (2, three[0].entry)]))
    )
    #expect(try harness.ask(AllHabits()).first?.createdOn == today.advanced(by: -2))
  }

  @Test func `a day that a file holds twice is the last, and importing twice decides nothing`()
    throws
  {
    let harness = try tracking()
    let twice = file([(1, Entry(mark: .done)), (1, Entry(mark: .skipped))])
    #expect(try harness.ask(PreviewImport(history: twice)).entriesAdded == 1)
    let ids = try harness.when(ImportHistory(history: twice)).ids
    let entries = try harness.ask(EntriesOf(habit: try #require(ids.first)))
    #expect(entries.map(\.entry.mark) == [.skipped])
    #expect(try harness.decide(ImportHistory(history: twice)).isEmpty)
  }

  @Test func `a habit that a file holds twice is one, and importing twice decides nothing`() throws
  {
    let harness = try tracking()
    var twice = file([(1, Entry(mark: .done)), (2, Entry(mark: .done))])
    twice.habits += file([(1, Entry(mark: .skipped))], title: "Read again").habits
    let report = try harness.ask(PreviewImport(history: twice))
    #expect(report.habitsAdded == 1)
    #expect(report.entriesAdded == 2)
    #expect(try harness.when(ImportHistory(history: twice)).ids.count == 2)
    #expect(harness.facts.count == 3)
    #expect(try harness.decide(ImportHistory(history: twice)).isEmpty)
  }

  @Test(arguments: 0..<40)
  func `the preview tells what then happens`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let harness = try tracking()
    for _ in 0..<4 {
      var history = ImportedHistory(source: "loop")
      for number in 0..<Int.random(in: 1...3, using: &random) {
        let entries = (0..<Int.random(in: 0...8, using: &random)).map { _ in
          let mark = Mark.allCases.randomElement(using: &random) ?? .open
          return (ago: Int.random(in: -2...9, using: &random), entry: Entry(mark: mark))
        }
        history.habits += file(entries, key: "k\(number)").habits
      }
      let report = try harness.ask(PreviewImport(history: history))
      let facts = try harness.decide(ImportHistory(history: history))
      #expect(facts.count { $0 is HabitCreated } == report.habitsAdded)
      let days = facts.reduce(0) { $0 + (($1 as? DaysImported)?.entries.count ?? 0) }
      #expect(days == report.entriesAdded)
      try harness.when(ImportHistory(history: history))
      #expect(try harness.decide(ImportHistory(history: history)).isEmpty)
      guard let habit = try harness.ask(AllHabits()).randomElement(using: &random) else { continue }
      try harness.check(habit, today.advanced(by: -Int.random(in: 0...9, using: &random)))
    }
  }
}
