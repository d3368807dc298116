import Core
import Testing
import TrackingContract

@testable import TrackingFormats

/// Real files of other programs, with the results that those programs' own tests expect.
@Suite(
  .enabled("The folder shared/fixtures is not beside the package.") { SharedFixtures.areAtHand }
)
struct SharedFixtureTests {
  private func read(_ name: String) throws -> ImportedHistory {
    try ImportReader.read(path: SharedFixtures.path(name))
  }

  @Test func `a Loop backup of version 12`() throws {
    let history = try read("loop/loop.db")
    #expect(history.habits.count == 9)
    #expect(history.habits.map(\.entries.count).reduce(0, +) == 164)
    let first = try #require(history.habits.first)
    #expect(first.details.title == "Wake up early")
    #expect(first.details.schedule == .times(3, per: .rolling(days: 7)))
    #expect(first.details.color.rgb == 0x00897B)
    #expect(first.entry("2016-03-14")?.mark == .done)
    #expect(first.entry("2016-03-16")?.mark == .done)
    #expect(first.entry("2016-03-17") == nil)
    #expect(Set(history.habits.map(\.key)).count == 9)
  }

  @Test func `the folder of a Loop export`() throws {
    let history = try read("loop/csv_export")
    #expect(history.habits.map(\.details.title) == ["Meditate", "Wake up early"])
    let wake = try history.habit("Wake up early")
    #expect(wake.details.schedule == .times(2, per: .rolling(days: 3)))
    #expect(wake.entry("2015-01-24") == Entry(mark: .missed, note: "Sick"))
    #expect(wake.entry("2015-01-23") == Entry(mark: .automatic, note: "Forgot to do it, really"))
  }

  @Test func `an archive of Loop 2.3.1`() throws {
    let history = try read("loop/loop_habits_csv_v2.3.1.zip")
    #expect(history.habits.count == 3)
    #expect(history.habits.map(\.entries.count) == [0, 3, 4])
    #expect(try history.habit("someone").details.archived)
    let value = try history.habit("value habit")
    #expect(
      value.details.target == Target(amount: Amount(12), unit: "unit", direction: .atMost)
    )
    #expect(value.details.schedule == .times(1, per: .rolling(days: 30)))
    #expect(
      value.entry("2026-07-02") == Entry(mark: .open, value: Amount(30), note: "hi")
    )
    #expect(value.entry("2026-07-04") == Entry(mark: .done, value: Amount(12)))
    #expect(try history.habit("bool habit").entry("2026-07-01")?.note == "no")
  }

  @Test func `the test files of harsh`() throws {
    let history = try read("harsh/test_log")
    #expect(history.habits.count == 10)
    #expect(history.habits.map(\.entries.count).reduce(0, +) == 19)
    let running = try history.habit("Running")
    #expect(running.details.group == "Health")
    #expect(running.details.schedule == .times(2, per: .rolling(days: 7)))
    #expect(running.entry("2025-01-02") == Entry(mark: .done, value: Amount(5), note: "5k run"))
    #expect(history == (try read("harsh/test_habits")).with(remarks: history.remarks))
  }

  @Test func `both files of Beaver Habits`() throws {
    let export = try read("beaver/beaverhabits_2026_11_20.json")
    #expect(export.habits.map(\.details.title) == ["Gym", "Read", "Déjà vu ☕"])
    #expect(try export.habit("Gym").details.schedule == .times(2, per: .week))
    #expect(
      try export.habit("Read").entry("2025-01-04") == Entry(mark: .skipped, note: "was ill #skip")
    )
    let storage = try read("beaver/user_disk_storage.json")
    #expect(storage.habits.map(\.details.title) == ["Read", "Gym", "Old one", "Déjà vu ☕"])
    #expect(try storage.habit("Old one").details.archived)
    #expect(try storage.habit("Read").key == (try export.habit("Read").key))
  }

  @Test func `a file that was cut off`() {
    let words = refusal(SharedFixtures.path("broken/grove_truncated.json"))
    #expect(words.contains("the file ends here, after 9934 bytes"))
  }
}

extension ImportedHistory {
  fileprivate func with(remarks: [String]) -> ImportedHistory {
    ImportedHistory(source: source, habits: habits, remarks: remarks)
  }
}
