import Driver
import Foundation
import Testing

/// Files written by other programs, kept outside of this project.
@Suite struct RealFilesTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("shared/fixtures")
  private static let isHere = FileManager.default.fileExists(atPath: folder.path)
  private static let absent: Comment = "the files of other programs are not beside this project"

  private static func file(_ name: String) -> String { folder.appendingPathComponent(name).path }

  @Test(
    .enabled(if: isHere, absent),
    arguments: [
      ("loop/loop.db", 9, 164), ("loop/csv_export", 2, 10),
      ("loop/loop_habits_csv_v2.3.1.zip", 3, 7), ("harsh", 10, 19),
      ("beaver/beaverhabits_2026_11_20.json", 3, 9), ("beaver/user_disk_storage.json", 4, 9),
    ]
  )
  func `a real file imports whole, and a second time changes nothing`(
    name: String,
    habits: Int,
    entries: Int
  ) throws {
    let person = try Person()
    let first = try person.ask("import", Self.file(name))
    #expect(first.number("habitsAdded") == habits)
    #expect(first.number("entriesAdded") == entries)
    let before = try person.run("export").output
    let second = try person.ask("import", Self.file(name))
    #expect(second.number("habitsAdded") == 0)
    #expect(second.number("entriesAdded") == 0)
    #expect(try person.run("export").output == before)
  }

  @Test(.enabled(if: isHere, absent))
  func `a truncated file of an unknown program is refused in words`() throws {
    let person = try Person()
    let outcome = try person.run("import", Self.file("broken/grove_truncated.json"))
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("Nothing was imported"))
    #expect(try person.ask("list").items().isEmpty)
  }

  @Test(.enabled(if: isHere, absent))
  func `strengths are those that Loop wrote beside its export`() throws {
    let person = try Person()
    try person.ask("import", Self.file("loop/csv_export"))
    let streaks = try person.ask("streaks", now: "2015-01-25T12:00:00Z").items()
    #expect(strength(of: "Wake up early", in: streaks) == "0.2557")
    #expect(strength(of: "Meditate", in: streaks) == "0.0000")
    let other = try Person()
    try other.ask("import", Self.file("loop/loop_habits_csv_v2.3.1.zip"))
    let later = try other.ask("streaks", now: "2026-07-04T12:00:00Z").items()
    #expect(strength(of: "value habit", in: later) == "0.9712")
    #expect(strength(of: "bool habit", in: later) == "0.0160")
  }

  private func strength(of title: String, in items: [[String: Any]]) -> String? {
    let item = items.first { $0.text("title") == title }
    return (item?["strength"] as? Double).map { String(format: "%.4f", $0) }
  }

  @Test(.enabled(if: isHere, absent))
  func `notes and skips survive a round trip`() throws {
    let person = try Person()
    try person.ask("import", Self.file("beaver/beaverhabits_2026_11_20.json"))
    let export = person.home.appendingPathComponent("all.json").path
    try person.ask("export", "--out", export)
    let other = try Person()
    try other.ask("import", export)
    let skipped = try other.ask("day", "Read", "2025-01-04")
    #expect(skipped.text("status") == "skipped")
    #expect(skipped.text("note")?.contains("was ill") == true)
    #expect(try other.ask("day", "Read", "2025-01-05").text("note") == "chapter 3\n- two pages")
  }
}
