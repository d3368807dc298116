import Driver
import Foundation
import Testing

/// Habits that come from another program, as a person finds them afterwards.
@Suite struct ImportedHabitTests {
  @Test func `a habit that ended elsewhere goes on with its streak when it is brought back`() throws
  {
    let ada = try Life("streaks", at: "2026-03-15T08:00:00Z")
    let folder = URL(fileURLWithPath: ada.file("harsh"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let habits = "! Habits\nRead: 7/7: 2026-03-08\n"
    let log = (1...8).map { "2026-03-0\($0) : Read : y : : \n" }.joined()
    try Data(habits.utf8).write(to: folder.appendingPathComponent("habits"))
    try Data(log.utf8).write(to: folder.appendingPathComponent("log"))
    try ada.ask("import", folder.path, "--from", "harsh")
    ada.pass(days: 5)
    try ada.ask("edit", "Read", "--unarchive")
    #expect(try ada.ask("streaks").item("Read").number("current") == 8)
    try ada.ask("check", "Read")
    #expect(try ada.ask("streaks").item("Read").number("current") == 9)
  }

  @Test func `only a target that a table does not say is told to be taken from its days`() throws {
    let words = "the target was taken from its days: at least 5 km."
    let mine = try Life("hobbyist", at: "2026-03-15T08:00:00Z")
    try mine.ask("add", "Walk", "--target", "5", "--unit", "km")
    try mine.ask("check", "Walk", "--value", "5")
    let table = mine.file("mine.csv")
    try mine.see("export", "--format", "csv", "--out", table, "--overwrite")
    let other = try Life("hobbyist", at: "2026-03-16T08:00:00Z")
    let said = try other.see("import", table).asOneLine
    #expect(said.contains("Imported 1 habit") && !said.contains(words), "\(said)")
    let rows = "date,habit,status,value,unit\n2026-03-14,Swim,done,5,km\n"
    let swims = other.file("swims.csv")
    try Data(rows.utf8).write(to: URL(fileURLWithPath: swims))
    let derived = try other.see("import", swims).asOneLine
    #expect(derived.contains(words), "\(derived)")
  }
}
