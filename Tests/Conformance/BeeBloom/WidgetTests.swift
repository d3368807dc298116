import Driver
import Foundation
import Testing

/// The widget: today's open habits in little room.
@Suite struct WidgetTests {
  private func garden(_ count: Int) throws -> Life {
    let bee = try Life("beebloom", zone: "Europe/Berlin", at: "2026-03-02T08:00:00Z")
    for number in 0..<count {
      try bee.ask("add", "Habit \(number + 1)")
      // Habits are in the order of their creation.
      bee.pass(seconds: 1)
    }
    return bee
  }

  private func titles(_ bee: Life, _ size: String = "large") throws -> [String] {
    try bee.ask("widget", "--size", size).items().texts("title")
  }

  @Test func `W-01 only what is open today, in the order of Today`() throws {
    let bee = try garden(0)
    for (title, group) in [("Tea", "Evening"), ("Run", "Body"), ("Read", "Evening")] {
      try bee.ask("add", title, "--group", group)
      bee.pass(seconds: 1)
    }
    let today = try bee.ask("today").items().texts("title")
    #expect(try titles(bee) == today)
    // Groups are in the order of their first habit.
    #expect(today == ["Tea", "Read", "Run"])
    try bee.ask("check", "Read")
    #expect(try titles(bee) == today.filter { $0 != "Read" })
    try bee.ask("skip", "Run")
    #expect(try titles(bee) == ["Tea"])
    try bee.ask("delete", "Tea", "--yes")
    #expect(try titles(bee).isEmpty)
  }

  @Test func `W-01 what is not due today is not shown`() throws {
    let bee = try garden(1)
    try bee.ask("add", "Hike", "--every", "sat")
    #expect(try titles(bee) == ["Habit 1"])
    try bee.at("2026-03-07T08:00:00Z")
    #expect(try titles(bee) == ["Habit 1", "Hike"])
  }

  @Test(arguments: [("small", 2...3), ("medium", 4...6), ("large", 8...10)])
  func `W-02, W-10 each size shows what fits, and how many more there are`(
    size: String,
    room: ClosedRange<Int>
  ) throws {
    let bee = try garden(12)
    let document = try bee.ask("widget", "--size", size)
    let shown = document.items().count
    #expect(room.contains(shown))
    #expect(document.text("size") == size)
    #expect(document.number("more") == 12 - shown)
    #expect(document.items().texts("title") == (1...shown).map { "Habit \($0)" })
    let text = try bee.see("widget", "--size", size)
    #expect(text.contains("+\(12 - shown) more"))
    for number in 1...9 { try bee.ask("check", "Habit \(number)") }
    let few = try bee.ask("widget", "--size", size)
    #expect(few.items().count == 3)
    #expect(few.number("more") == 0)
    #expect(try !bee.see("widget", "--size", size).contains("more"))
  }

  @Test func `W-03 a tap completes a habit with the tap's instant, and the rest move up`() throws {
    let bee = try garden(3)
    try bee.at("2026-03-02T17:45:30Z")
    let left = try bee.ask("widget", "--check", "2")
    #expect(left.items().texts("title") == ["Habit 1", "Habit 3"])
    let day = try bee.ask("day", "Habit 2", "today")
    #expect(day.text("status") == "done")
    #expect(day.text("at") == "2026-03-02T18:45:30+01:00")
    #expect(try bee.ask("today").item("Habit 2").text("status") == "done")
    #expect(try bee.ask("widget", "--check", "1").items().texts("title") == ["Habit 3"])
    #expect(try bee.refused("widget", "--check", "7").count > 10)
  }

  @Test func `W-04 an open widget shows within seconds what is done elsewhere`() throws {
    let bee = try garden(2)
    let watch = try Watching(["widget", "--watch", "--json"], bee)
    defer { watch.stop() }
    #expect(watch.waits(for: "Habit 2", within: 10))
    try bee.ask("check", "Habit 1")
    #expect(watch.waits(for: "\"done\":1", within: 5))
    #expect(watch.waits(for: "Habit 2", within: 5))
    #expect(!watch.last.contains("Habit 1"))
    try bee.ask("add", "Habit 3")
    #expect(watch.waits(for: "Habit 3", within: 5))
    try bee.ask("edit", "Habit 3", "--title", "Sage")
    #expect(watch.waits(for: "Sage", within: 5))
    try bee.ask("delete", "Sage", "--yes")
    #expect(watch.waits(for: "Habit 2", within: 5))
    #expect(!watch.last.contains("Sage"))
  }

  @Test func `W-05 a long title ends in an ellipsis, and groups have their color`() throws {
    let bee = try garden(0)
    let title = "Write three long and thoughtful pages about the garden and everything in it"
    try bee.ask("add", title, "--color", "purple", "--group", "Mind")
    let text = try bee.see("widget", "--size", "small")
    #expect(text.contains("…"))
    #expect(text.contains("Write three"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 40 })
    let document = try bee.ask("widget", "--size", "small")
    #expect(document.items().texts("color") == ["purple"])
    #expect(try bee.see("widget", "--format", "tmux").contains("fg=#"))
    #expect(try bee.see("widget", "--format", "waybar").contains("foreground"))
  }

  @Test func `W-06 all done and none yet have their words`() throws {
    let bee = try garden(0)
    #expect(try bee.ask("widget").text("message") == "Add your first habit in BeeBloom")
    #expect(try bee.see("widget").contains("Add your first habit in BeeBloom"))
    try bee.ask("add", "Sage")
    #expect(try bee.ask("widget")["message"] is NSNull)
    let done = try bee.ask("widget", "--check", "1")
    #expect(done.text("message") == "All habits completed today! 🌸")
    for size in ["small", "medium", "large"] {
      #expect(try bee.see("widget", "--size", size).contains("All habits completed today! 🌸"))
    }
  }

  @Test func `W-07 it turns to the new day at local midnight`() throws {
    let bee = try garden(2)
    for number in 1...2 { try bee.ask("check", "Habit \(number)") }
    let done = try bee.ask("widget")
    #expect(done.items().isEmpty)
    #expect(done.text("refreshAt") == "2026-03-03T00:00:00+01:00")
    try bee.at("2026-03-02T22:59:59Z")
    #expect(try titles(bee).isEmpty)
    try bee.at("2026-03-02T23:00:00Z")
    #expect(try titles(bee) == ["Habit 1", "Habit 2"])
    // On the evening before a clock change, midnight may or may not have the new offset.
    try bee.at("2026-03-29T12:00:00Z")
    #expect(try bee.ask("widget").text("refreshAt") == "2026-03-30T00:00:00+02:00")
  }

  @Test func `W-08 only where nothing is left to tap it opens Today`() throws {
    let bee = try garden(0)
    #expect(try bee.see("widget").contains("trellis today"))
    try bee.ask("add", "Sage")
    #expect(try !bee.see("widget").contains("trellis today"))
    try bee.ask("check", "Sage")
    #expect(try bee.see("widget").contains("trellis today"))
  }
}
