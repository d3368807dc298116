import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// An import is taken back as one.
@Suite struct ImportUndoTests {
  private let today = Day(number: 20_524)

  private func file(
    _ habits: [String: [Int: Mark]],
    source: String = "loop"
  ) -> ImportHistory {
    let imported = habits.sorted { $0.key < $1.key }.map { title, marks in
      ImportedHabit(
        key: title,
        details: HabitDetails(title: title),
        entries: marks.sorted { $0.key > $1.key }.map { ago, mark in
          ImportedEntry(day: today.advanced(by: -ago), entry: Entry(mark: mark))
        }
      )
    }
    return ImportHistory(history: ImportedHistory(source: source, habits: imported))
  }

  private func marks(_ harness: Harness, _ title: String) throws -> [Int: Mark] {
    let habit = try harness.ask(FindHabit(text: title))
    let entries = try harness.ask(EntriesOf(habit: habit.id))
    return Dictionary(
      uniqueKeysWithValues: entries.map { ($0.day.distance(to: today), $0.entry.mark) }
    )
  }

  @Test func `its habits go with all their days, and what was here stays`() throws {
    let harness = try tracking()
    let own = try harness.add("Own")
    try harness.check(own)
    try harness.when(file(["Read": [0: .done, 3: .skipped], "Run": [1: .done]]))
    let summary = try #require(try harness.ask(LatestImport()))
    #expect(
      summary == ImportSummary(source: "loop", at: harness.now, habits: 2, entries: 3)
    )
    #expect(try harness.when(UndoImport()) == UndoneImport(source: "loop"))
    #expect(try harness.titles(includesArchived: true) == ["Own"])
    #expect(try marks(harness, "Own") == [0: .done])
    #expect(try harness.ask(LatestImport()) == nil)
  }

  @Test func `a file that two devices have imported is taken back like another`() throws {
    let command = file(["Read": [0: .done], "Run": [1: .done]])
    let (harness, elsewhere) = (try tracking(), try tracking())
    try harness.when(command)
    try elsewhere.when(command)
    for (second, fact) in elsewhere.facts.enumerated() {
      try harness.given(fact.fact, at: stamp(Int64(second)))
    }
    #expect(try harness.titles() == ["Read", "Run"])
    #expect(try harness.ask(LatestImport())?.changed == nil)
    try harness.when(UndoImport())
    #expect(try harness.titles() == [])
  }

  @Test func `without an import there is nothing to take back`() throws {
    let harness = try tracking()
    #expect(try refusal { try harness.when(UndoImport()) }.code == "no-import")
    try harness.when(file(["Read": [0: .done]]))
    try harness.when(UndoImport())
    #expect(try refusal { try harness.when(UndoImport()) }.code == "no-import")
  }

  @Test func `the same file can be imported again`() throws {
    let harness = try tracking()
    let command = file(["Read": [0: .done, 1: .done]])
    try harness.when(command)
    try harness.when(UndoImport())
    try harness.when(command)
    #expect(try marks(harness, "Read") == [0: .done, 1: .done])
    try harness.when(UndoImport())
    #expect(try harness.titles() == [])
  }

  @Test func `days that it added to an earlier import go, those it replaced are as before`() throws
  {
    let harness = try tracking()
    try harness.when(file(["Read": [1: .done, 2: .done]]))
    harness.now = harness.now.advanced(byMilliseconds: 3_600_000)
    let second = file(["Read": [0: .done, 1: .skipped, 2: .done]])
    try harness.when(second)
    #expect(try marks(harness, "Read") == [0: .done, 1: .skipped, 2: .done])
    #expect(try harness.ask(LatestImport())?.entries == 2)
    try harness.when(UndoImport())
    #expect(try marks(harness, "Read") == [1: .done, 2: .done])
    // The first one is the latest now, and the second can come again.
    #expect(try harness.ask(LatestImport())?.habits == 1)
    try harness.when(second)
    #expect(try marks(harness, "Read") == [0: .done, 1: .skipped, 2: .done])
    try harness.when(UndoImport())
    #expect(try marks(harness, "Read") == [1: .done, 2: .done])
  }

  @Test func `two imports into a habit are taken back one by one, in as few facts as they had`()
    throws
  {
    let harness = try tracking()
    let read = try harness.add("Read")
    try harness.check(read, today.advanced(by: -999))
    let days = Dictionary(uniqueKeysWithValues: (0..<900).map { ($0, Mark.done) })
    let table = ImportedHistory.table
    try harness.when(file(["Read": days], source: table))
    try harness.when(file(["Read": [0: .skipped, 1: .skipped, 950: .done]], source: table))
    var count = harness.facts.count
    try harness.when(UndoImport())
    // Two days have their former marks again, and one is clear.
    let (undone, brought) = ("tracking.import-undone", "tracking.days-imported")
    #expect(harness.factNames(from: count) == [undone, brought])
    #expect(try marks(harness, "Read") == days.merging([999: .done]) { $1 })
    #expect(try harness.ask(LatestImport())?.entries == 900)
    count = harness.facts.count
    try harness.when(UndoImport())
    #expect(harness.factNames(from: count) == [undone, brought, brought, brought])
    #expect(try marks(harness, "Read") == [999: .done])
    #expect(try harness.ask(LatestImport()) == nil)
  }

  @Test func `what an import replaced is there again weeks later`() throws {
    let harness = try tracking()
    try harness.when(file(["Read": [1: .done, 2: .missed]]))
    try harness.when(file(["Read": [1: .skipped, 2: .done]]))
    let read = try harness.ask(FindHabit(text: "Read"))
    for _ in 0..<30 {
      harness.now = harness.now.advanced(byMilliseconds: 86_400_000)
      try harness.check(read)
    }
    try harness.reopenFromSnapshot()
    try harness.when(UndoImport())
    let before = try marks(harness, "Read").filter { $0.key > 0 }
    #expect(before == [1: .done, 2: .missed])
  }

  @Test func `imports that changed the same day are undone one by one weeks later`() throws {
    let harness = try tracking()
    let marks: [Mark] = [.done, .skipped, .missed]
    for mark in marks {
      let entry = Entry(mark: mark, note: "\(mark)")
      let habit = ImportedHabit(
        key: "Read",
        details: HabitDetails(title: "Read"),
        entries: [ImportedEntry(day: today.advanced(by: -1), entry: entry)]
      )
      let history = ImportedHistory(source: "loop", habits: [habit])
      try harness.when(ImportHistory(history: history))
      harness.now = harness.now.advanced(byMilliseconds: 60_000)
    }
    for mark in marks.dropLast().reversed() {
      harness.now = harness.now.advanced(byMilliseconds: 30 * 86_400_000)
      try harness.when(UndoImport())
      try harness.reopenFromSnapshot()
      let read = try harness.ask(FindHabit(text: "Read"))
      let entries = try harness.ask(EntriesOf(habit: read.id)).map(\.entry)
      #expect(entries.map(\.mark) == [mark])
      #expect(entries.map(\.note) == ["\(mark)"])
    }
    try harness.when(UndoImport())
    #expect(try harness.titles() == [])
  }

  /// A table that says something else of yesterday for each number.
  private func table(_ number: Int) -> ImportHistory {
    let marks: [Mark] = [.done, .skipped, .missed]
    let entry = Entry(mark: marks[number % marks.count], note: "\(number)")
    let habit = ImportedHabit(
      key: "name:Read",
      details: HabitDetails(title: "Read"),
      entries: [ImportedEntry(day: today.advanced(by: -1), entry: entry)]
    )
    return ImportHistory(
      history: ImportedHistory(source: ImportedHistory.table, habits: [habit])
    )
  }

  @Test func `six imports that changed the same day are all undone one by one`() throws {
    let harness = try tracking()
    let read = try harness.add("Read")
    for number in 1...6 { try harness.when(table(number)) }
    for number in (1..<6).reversed() {
      harness.now = harness.now.advanced(byMilliseconds: 30 * 86_400_000)
      try harness.when(UndoImport())
      try harness.reopenFromSnapshot()
      #expect(try harness.ask(EntriesOf(habit: read.id)).map(\.entry.note) == ["\(number)"])
    }
    try harness.when(UndoImport())
    #expect(try harness.ask(EntriesOf(habit: read.id)).isEmpty)
    #expect(try harness.ask(LatestImport()) == nil)
  }

  @Test func `an undo that no longer knows what a day had says so and changes nothing`() throws {
    let harness = try tracking()
    let read = try harness.add("Read")
    for number in 1...40 { try harness.when(table(number)) }
    var number = 40
    while try harness.ask(LatestImport())?.changed == nil {
      try harness.when(UndoImport())
      number -= 1
      #expect(try harness.ask(EntriesOf(habit: read.id)).map(\.entry.note) == ["\(number)"])
    }
    #expect((10..<35).contains(number))
    let before = harness.snapshot
    let refusal = try refusal { try harness.when(UndoImport()) }
    #expect(refusal.code == "import-built-on")
    #expect(
      refusal.message.contains(
        "2026-03-11 was imported too often to know what it had before. Nothing was changed"
      )
    )
    #expect(harness.snapshot == before)
  }

  @Test func `a mark of another device counts before the import, and stays when that is undone`()
    throws
  {
    let harness = try tracking()
    let read = try harness.add("Read")
    let table = ImportedHistory.table
    try harness.when(file(["Read": [1: .missed]], source: table))
    // Made before the import, and received after it.
    let mark = CheckSet(
      habit: read.id,
      day: today.advanced(by: -1),
      entry: Entry(mark: .done, at: harness.now),
      evidence: Evidence(offset: 60)
    )
    try harness.given(mark, at: stamp(-1_000_000_000))
    #expect(try marks(harness, "Read") == [1: .done])
    #expect(harness.checkChanges.last?.isWitnessed == true)
    let count = harness.facts.count
    try harness.when(UndoImport())
    #expect(harness.factNames(from: count) == ["tracking.import-undone"])
    #expect(try marks(harness, "Read") == [1: .done])
    let again = try harness.ask(
      PreviewImport(history: file(["Read": [1: .missed]], source: table).history)
    )
    #expect(again.entriesKept == 1)
  }

  @Test(arguments: [
    ("a detail", "its notes changed"), ("a day", "2026-03-12 was marked"),
    ("a day's note", "2026-03-12 has a note of yours"),
    ("a day that was clear", "2026-03-07 was marked"),
    ("two days", "2 days from 2026-03-10 to 2026-03-12 were marked"),
    ("a vacation", "a vacation was planned from 2026-03-12 to 2026-03-13"),
  ])
  func `once something was built on it, it stays, and words say on what`(
    _ change: String,
    what: String
  ) throws {
    let harness = try tracking()
    try harness.when(file(["Read": [0: .done, 1: .done], "Run": [1: .done]]))
    let read = try harness.ask(FindHabit(text: "Read"))
    switch change {
    case "a detail": try harness.edit(read) { $0.notes = "My own words" }
    case "a day": try harness.check(read, today, .skipped)
    case "a day's note": try harness.check(read, today, note: "My own words")
    case "two days":
      for ago in [0, 2] { try harness.check(read, today.advanced(by: -ago), .skipped) }
    case "a vacation":
      try harness.when(
        PlanVacation(from: today, to: today.advanced(by: 1), habits: [read.id])
      )
    default: try harness.check(read, today.advanced(by: -5))
    }
    let before = harness.snapshot
    let refusal = try refusal { try harness.when(UndoImport()) }
    #expect(refusal.code == "import-built-on")
    #expect(try harness.ask(LatestImport())?.changed == "Read")
    #expect(refusal.message.contains("“Read” was changed since it was imported from loop"))
    #expect(refusal.message.contains(": \(what). Nothing was changed"))
    #expect(harness.snapshot == before)
  }

  @Test(arguments: ["a check", "an imported day", "a note", "a detail", "a vacation"])
  func `what was taken back again leaves nothing built on it`(_ change: String) throws {
    let harness = try tracking()
    try harness.when(file(["Read": [0: .done, 1: .done], "Run": [1: .done]]))
    let read = try harness.ask(FindHabit(text: "Read"))
    let clear = today.advanced(by: -5)
    switch change {
    case "a check":
      try harness.check(read, clear)
      try harness.check(read, clear, .open)
    case "an imported day":
      try harness.check(read, today, .open)
      try harness.check(read, today, .done)
      try harness.check(read, today.advanced(by: -1), .open)
    case "a note":
      try harness.check(read, clear, .open, note: "My own words")
      try harness.check(read, clear, .open, note: "")
    case "a detail":
      try harness.edit(read) { $0.notes = "My own words" }
      try harness.edit(read) { $0.notes = "" }
    default:
      let planned = try harness.when(
        PlanVacation(from: today, to: today.advanced(by: 1), habits: [read.id])
      )
      try harness.when(CancelVacation(id: planned.id))
    }
    #expect(try harness.ask(LatestImport())?.changed == nil)
    try harness.when(UndoImport())
    #expect(try harness.titles() == [])
  }

  @Test func `a day of mine in a habit that was here before does not hold it back`() throws {
    let harness = try tracking()
    try harness.when(file(["Read": [5: .done]]))
    let read = try harness.ask(FindHabit(text: "Read"))
    try harness.check(read, today.advanced(by: -4))
    try harness.when(file(["Read": [3: .done], "Run": [1: .done]]))
    try harness.check(read, today.advanced(by: -2))
    try harness.when(UndoImport())
    #expect(try marks(harness, "Read") == [5: .done, 4: .done, 2: .done])
    #expect(try harness.titles() == ["Read"])
  }

  @Test func `a habit that was deleted since is no obstacle`() throws {
    let harness = try tracking()
    let ids = try harness.when(file(["Read": [0: .done], "Run": [0: .done]])).ids
    try harness.when(DeleteHabit(habit: ids[0], confirmed: true))
    #expect(try harness.ask(LatestImport())?.habits == 1)
    try harness.when(UndoImport())
    #expect(try harness.titles() == [])
  }

  @Test func `any order of the facts is the same, and so is a snapshot`() throws {
    let harness = try tracking()
    try harness.when(file(["Read": [0: .done, 1: .done]]))
    try harness.when(UndoImport())
    try harness.when(file(["Run": [0: .done]]))
    let facts = harness.facts
    let backwards = try tracking()
    for fact in facts.reversed() { try backwards.given(fact.fact, at: fact.stamp) }
    #expect(backwards.snapshot == harness.snapshot)
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(LatestImport())?.habits == 1)
    try harness.when(UndoImport())
    #expect(try harness.titles() == [])
  }
}
