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
}
