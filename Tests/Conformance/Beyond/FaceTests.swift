import Driver
import Testing

/// Habits have a face.
@Suite struct FaceTests {
  @Test func `X-09 a habit has its icon and color wherever it is shown`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    try ada.ask("add", "Read", "--icon", "📚", "--color", "#7733aa")
    try ada.ask("check", "Read")
    for command in ["today", "list", "streaks"] {
      let item = try ada.ask(command).item("Read")
      #expect(item.text("icon") == "📚", "\(command)")
      #expect(item.text("color") == "#7733aa", "\(command)")
    }
    for command in ["today", "list", "week", "streaks"] {
      #expect(try ada.see(command).contains("📚"), "\(command)")
    }
    try ada.ask("edit", "Read", "--icon", "")
    #expect(try ada.ask("list").item("Read").text("icon") == nil)
    #expect(try ada.refused("add", "Run", "--icon", "run").contains("Nothing was"))
  }

  @Test func `X-12 the 30th day is told larger than the 7th, and a plain day in one line`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([
      (title: "Read", days: Days.ending("2026-06-09", 29)),
      (title: "Run", days: Days.ending("2026-06-09", 6)),
      (title: "Swim", days: Days.ending("2026-06-09", 4)),
    ])
    func lines(_ title: String) throws -> Int {
      try kim.see("check", title).split(separator: "\n").count
    }
    let (plain, small, large) = (try lines("Swim"), try lines("Run"), try lines("Read"))
    #expect(plain < small)
    #expect(small < large)
  }
}
