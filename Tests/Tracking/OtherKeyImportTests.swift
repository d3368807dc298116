import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// Files of one program that name the same habits by other keys, as Loop's table and backup do.
@Suite struct OtherKeyImportTests {
  private let today = Day(number: 20_524)

  private func file(
    _ key: String,
    _ days: [Int: Entry],
    title: String = "Read",
    source: String = "loop",
    target: Target? = nil
  ) -> ImportHistory {
    let habit = ImportedHabit(
      key: key,
      details: HabitDetails(title: title, target: target),
      entries: days.sorted { $0.key > $1.key }.map { ago, entry in
        ImportedEntry(day: today.advanced(by: -ago), entry: entry)
      }
    )
    return ImportHistory(history: ImportedHistory(source: source, habits: [habit]))
  }

  private let done = Entry(mark: .done)

  @Test func `the same habit under another key is known, and its new days come to it`() throws {
    let harness = try tracking()
    let days = [1: done, 2: Entry(mark: .skipped), 4: done]
    let ids = try harness.when(file("name:Read", days)).ids
    let backup = file("uuid:1", days.merging([0: done, 4: Entry(mark: .missed)]) { $1 })
    let report = try harness.ask(PreviewImport(history: backup.history))
    #expect((report.habitsAdded, report.habitsKnown) == (0, 1))
    #expect((report.entriesAdded, report.entriesKnown) == (2, 2))
    #expect(report.remarks.isEmpty)
    #expect(try harness.when(backup).ids == ids)
    #expect(try harness.titles() == ["Read"])
    #expect(try harness.decide(backup).isEmpty)
    #expect(try harness.decide(file("name:Read", [1: done])).isEmpty)
    // Only the later import is taken back, then the other.
    try harness.when(UndoImport())
    #expect(try harness.ask(EntriesOf(habit: try #require(ids.first))).count == 3)
    try harness.when(UndoImport())
    #expect(try harness.titles() == [])
  }

  @Test func `a day that a person set here stays as it is under another key`() throws {
    let harness = try tracking()
    let days = [1: Entry(mark: .done, note: "theirs"), 2: done, 3: done]
    let ids = try harness.when(file("uuid:1", days)).ids
    let read = try #require(try harness.ask(AllHabits()).first)
    try harness.check(read, today.advanced(by: -2), .skipped)
    let table = file("name:Read", [1: Entry(mark: .done, note: "theirs"), 2: done, 3: done])
    let report = try harness.ask(PreviewImport(history: table.history))
    #expect((report.entriesAdded, report.entriesKnown, report.entriesKept) == (0, 2, 1))
    #expect(try harness.when(table).ids == ids)
    #expect(try harness.status(read, today.advanced(by: -2)) == .skipped)
  }

  @Test(arguments: ["other days", "days that differ", "another kind", "another app", "mine"])
  func `another habit of the same title stays another one, and is told`(_ what: String) throws {
    let harness = try tracking()
    let days = [1: done, 2: done]
    if what == "mine" {
      let read = try harness.add("Read")
      for ago in days.keys { try harness.check(read, today.advanced(by: -ago)) }
    } else {
      try harness.when(file("uuid:1", days, source: what == "another app" ? "beaver" : "loop"))
    }
    let second =
      switch what {
      case "other days": file("uuid:2", [3: done, 4: done])
      case "days that differ": file("uuid:2", [1: done, 2: Entry(mark: .missed)])
      case "another kind":
        file("uuid:2", days, target: Target(amount: Amount(1), unit: "pages"))
      default: file("uuid:2", days)
      }
    let report = try harness.ask(PreviewImport(history: second.history))
    #expect(report.habitsAdded == 1)
    #expect(
      report.remarks == [
        "“Read” comes as a second habit of this title; if both are the same, join them."
      ]
    )
    try harness.when(second)
    #expect(try harness.titles() == ["Read", "Read"])
    #expect(try harness.decide(second).isEmpty)
    #expect(try harness.ask(HabitTwins()).count == 1)
  }

  @Test func `two habits of one title in a file are never taken for one that is here`() throws {
    let harness = try tracking()
    try harness.when(file("name:Read", [1: done]))
    var both = file("uuid:1", [1: done]).history
    both.habits += file("uuid:2", [1: done]).history.habits
    #expect(try harness.ask(PreviewImport(history: both)).habitsAdded == 2)
  }
}
