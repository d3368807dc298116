import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// Tables, which may say which habit they mean, and have nothing of a habit but its days.
@Suite struct TableImportTests {
  private let today = Day(number: 20_524)

  private func table(
    _ habits: [(key: String, title: String, ago: [Int])],
    target: Target? = nil,
    isTargetDerived: Bool? = nil,
    value: Amount? = nil
  ) -> ImportedHistory {
    let imported = habits.map { habit in
      ImportedHabit(
        key: habit.key,
        details: HabitDetails(title: habit.title, target: target),
        isTargetDerived: isTargetDerived,
        entries: habit.ago.map {
          ImportedEntry(day: today.advanced(by: -$0), entry: Entry(mark: .done, value: value))
        }
      )
    }
    return ImportedHistory(source: ImportedHistory.table, habits: imported)
  }

  private func walks(_ ids: [HabitID], _ ago: [[Int]]) -> ImportedHistory {
    table(zip(ids, ago).map { (key: ImportedHabit.key(of: $0), title: "Walk", ago: $1) })
  }

  @Test func `a table finds habits by their ids, whatever their titles`() throws {
    let harness = try tracking()
    let habits = try [harness.add("Walk"), harness.add("Walk")]
    try harness.check(habits[0], today)
    try harness.check(habits[1], today.advanced(by: -1))
    try harness.edit(habits[1]) { $0.title = "Stroll" }
    let history = walks(habits.map(\.id), [[0], [1]])
    let report = try harness.ask(PreviewImport(history: history))
    #expect((report.habitsKnown, report.entriesKnown) == (2, 2))
    #expect((report.habitsAdded, report.entriesAdded) == (0, 0))
    #expect(report.remarks.isEmpty)
    #expect(try harness.decide(ImportHistory(history: history)).isEmpty)
    let longer = walks(habits.map(\.id), [[0, 3], [1]])
    #expect(try harness.when(ImportHistory(history: longer)).ids == habits.map(\.id))
    #expect(try harness.ask(EntriesOf(habit: habits[0].id)).count == 2)
    #expect(try harness.titles() == ["Walk", "Stroll"])
  }

  @Test func `habits of the same title stay apart elsewhere, and come back as they are`() throws {
    let here = try tracking()
    // A bit later, as both would make the same ids at the same moment.
    let there = try tracking("2026-03-12T12:30:00Z")
    let habits = try [here.add("Walk"), here.add("Walk")].map(\.id)
    // One that is there already is neither of the two.
    try there.add("Walk")
    let ids = try there.when(ImportHistory(history: walks(habits, [[0], [1]]))).ids
    #expect(Set(ids).count == 2)
    #expect(try there.decide(ImportHistory(history: walks(habits, [[0], [1]]))).isEmpty)
    #expect(try there.titles().count == 3)
    #expect(try ids.map { try there.ask(EntriesOf(habit: $0)).count } == [1, 1])
    #expect(try here.when(ImportHistory(history: walks(ids, [[0, 2], [1]]))).ids == habits)
    #expect(try here.titles().count == 2)
    #expect(try here.ask(EntriesOf(habit: habits[0])).count == 2)
  }

  @Test func `a table that does not say which habit it means makes a new one`() throws {
    let harness = try tracking()
    for _ in 0..<2 { try harness.add("Walk") }
    let history = table([("name:Walk", "Walk", [0])])
    let report = try harness.ask(PreviewImport(history: history))
    #expect(report.habitsAdded == 1)
    #expect(report.remarks.map { $0.contains("comes as a new habit") } == [true])
    try harness.when(ImportHistory(history: history))
    let again = try harness.ask(PreviewImport(history: history))
    #expect(again.habitsKnown == 1)
    #expect(again.remarks.isEmpty)
    #expect(try harness.decide(ImportHistory(history: history)).isEmpty)
  }

  @Test(arguments: [
    (Target.Direction.atLeast, "the target was taken from its days: at least 3 km."),
    (Target.Direction.atMost, "the target was taken from its days: at most 3 km."),
  ])
  func `a remark on the target of a table is made for new habits only`(
    direction: Target.Direction,
    words: String
  ) throws {
    let harness = try tracking()
    let target = Target(amount: Amount(3), unit: "km", direction: direction)
    let history = table(
      [("name:Walk", "Walk", [0])],
      target: target,
      isTargetDerived: true,
      value: Amount(3)
    )
    let report = try harness.ask(PreviewImport(history: history))
    #expect(report.remarks == ["“Walk” is measured; \(words)"])
    try harness.when(ImportHistory(history: history))
    #expect(try harness.ask(PreviewImport(history: history)).remarks.isEmpty)
    let other = try tracking()
    try other.add("Walk") { $0.target = Target(amount: Amount(8), unit: "km") }
    #expect(try other.ask(PreviewImport(history: history)).remarks.isEmpty)
  }

  @Test func `a target that the table says needs no remark`() throws {
    let target = Target(amount: Amount(3), unit: "km")
    let history = table([("name:Walk", "Walk", [0])], target: target, value: Amount(3))
    #expect(try tracking().ask(PreviewImport(history: history)).remarks.isEmpty)
  }

  @Test func `amounts without a target are told`() throws {
    let harness = try tracking()
    let history = table([("name:Walk", "Walk", [0])], value: Amount(3))
    let report = try harness.ask(PreviewImport(history: history))
    #expect(
      report.remarks == ["“Walk”: its amounts come without a unit and a target; set them here."]
    )
  }

  @Test func `a day below its target is known by its amount, as tables call it open`() throws {
    let harness = try tracking()
    let walk = try harness.add("Walk") { $0.target = Target(amount: Amount(8), unit: "km") }
    try harness.check(walk, today, value: Amount(3))
    var history = table([("name:Walk", "Walk", [0])], value: Amount(3))
    history.habits[0].entries[0].entry.mark = .open
    let report = try harness.ask(PreviewImport(history: history))
    #expect((report.entriesKnown, report.entriesKept) == (1, 0))
  }

  @Test func `a day of a vacation is known, as tables call it skipped`() throws {
    let harness = try tracking()
    let walk = try harness.add("Walk") { $0.target = Target(amount: Amount(8), unit: "km") }
    try harness.check(walk, today, value: Amount(3))
    var history = table([("name:Walk", "Walk", [0])], value: Amount(3))
    history.habits[0].entries[0].entry.mark = .skipped
    let before = try harness.ask(PreviewImport(history: history))
    #expect((before.entriesKnown, before.entriesKept) == (0, 1))
    try harness.when(PlanVacation(from: today, to: today))
    let report = try harness.ask(PreviewImport(history: history))
    #expect((report.entriesKnown, report.entriesKept) == (1, 0))
    history.habits[0].entries[0].entry.note = "Another one"
    let other = try harness.ask(PreviewImport(history: history))
    #expect((other.entriesKnown, other.entriesKept) == (0, 1))
  }

  @Test func `a habit of a table with days to come alone is not created`() throws {
    let harness = try tracking()
    let history = table([("name:A", "A", [-1, -2]), ("name:B", "B", [0, -1])])
    let report = try harness.ask(PreviewImport(history: history))
    #expect((report.habitsAdded, report.entriesAdded) == (1, 1))
    #expect(report.remarks.first?.hasPrefix("“A”: left out 2 days") == true)
    #expect(try harness.when(ImportHistory(history: history)).ids.count == 1)
    #expect(try harness.titles() == ["B"])
  }

  @Test(arguments: [
    (101, "There is 1 more remark like these."), (102, "There are 2 more remarks like these."),
  ])
  func `thousands of habits make a hundred remarks`(habits: Int, last: String) throws {
    let harness = try tracking()
    let history = table((1...habits).map { (key: "name:\($0)", title: "\($0)", ago: [0, -1]) })
    let report = try harness.ask(PreviewImport(history: history))
    #expect(report.remarks.count == 101)
    #expect(report.remarks.last == last)
  }
}
