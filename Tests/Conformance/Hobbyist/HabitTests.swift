import Driver
import Foundation
import Testing

/// Creating, changing and deleting hobbies.
@Suite struct HabitTests {
  private func ada() throws -> Life { try Life("hobbyist", at: "2026-03-02T08:00:00Z") }

  @Test func `H-03 a hobby has a name, notes, a color, a rhythm and a priority`() throws {
    let ada = try ada()
    let draw = try ada.ask(
      "add",
      "Draw",
      "--notes",
      "with ink",
      "--color",
      "teal",
      "--every",
      "weekly",
      "--priority",
      "high"
    )
    #expect(draw.text("title") == "Draw")
    #expect(draw.text("notes") == "with ink")
    #expect(draw.text("color") == "teal")
    #expect(draw.text("schedule") == "weekly")
    #expect(draw.text("priority") == "high")
    #expect(draw.text("id")?.isEmpty == false)
    #expect(try ada.ask("list").item("Draw").text("notes") == "with ink")
    #expect(try ada.ask("today").item("Draw").text("color") == "teal")
  }

  @Test func `H-03 a name alone is enough`() throws {
    let ada = try ada()
    try ada.ask("add", "Draw")
    let draw = try ada.ask("list").item("Draw")
    #expect(draw.text("schedule") == "daily")
    #expect(draw.text("notes") == "")
    #expect(draw.text("color")?.isEmpty == false)
  }

  @Test(arguments: [
    ("daily", "every day"), ("weekly", "once a week"), ("monthly", "once a month"),
    ("3/week", "3 times a week"), ("mon,wed", "on Monday and Wednesday"),
    ("every:3", "every 3 days"),
  ])
  func `H-03 the rhythm that was asked for is kept, and said in words`(
    every: String,
    words: String
  ) throws {
    let ada = try ada()
    #expect(try ada.ask("add", "Draw", "--every", every).text("schedule") == every)
    #expect(try ada.ask("list").item("Draw").text("schedule") == every)
    #expect(try ada.see("list").contains(words))
  }

  @Test func `H-03 a weekly hobby needs one day of its week, a monthly one of its month`() throws {
    let ada = try ada()
    try ada.ask("add", "Choir", "--every", "weekly")
    try ada.ask("add", "Hike", "--every", "monthly")
    for (instant, choir, hike) in [
      ("2026-03-04T18:00:00Z", 1, 1), ("2026-03-13T18:00:00Z", 2, 1),
      ("2026-03-16T18:00:00Z", 3, 1), ("2026-04-01T18:00:00Z", 0, 2),
    ] {
      try ada.at(instant)
      try ada.ask("check", "Choir")
      try ada.ask("check", "Hike")
      let streaks = try ada.ask("streaks")
      if choir > 0 { #expect(streaks.item("Choir").number("current") == choir) }
      #expect(streaks.item("Hike").number("current") == hike)
    }
    let streaks = try ada.ask("streaks")
    #expect(streaks.item("Choir").text("unit") == "week")
    #expect(streaks.item("Hike").text("unit") == "month")
    #expect(streaks.item("Choir").number("best") == 3)
  }

  @Test func `H-04 a hobby that is changed keeps its history`() throws {
    let ada = try ada()
    let id = try #require(try ada.ask("add", "Draw").text("id"))
    try ada.daily(10) { try ada.ask("check", "Draw", "--note", "page") }
    let before = try ada.ask("calendar", "Draw").items("days")
    try ada.ask(
      "edit",
      "Draw",
      "--title",
      "Ink",
      "--notes",
      "new pen",
      "--color",
      "red",
      "--priority",
      "low",
      "--group",
      "Evening"
    )
    let after = try ada.ask("calendar", "Ink")
    #expect(after.text("id") == id)
    #expect(after.items("days").texts("status") == before.texts("status"))
    #expect(after.items("days").texts("note") == before.texts("note"))
    #expect(try ada.ask("streaks").item("Ink").number("best") == 10)
    #expect(try ada.ask("list").item("Ink").text("notes") == "new pen")
    #expect(try ada.ask("list").items().count == 1)
  }

  @Test func `H-05 deleting warns of the loss, asks, and then erases`() throws {
    let ada = try ada()
    for title in ["Draw", "Piano"] { try ada.ask("add", title) }
    try ada.daily(3) { try ada.ask("check", "Draw", "--note", "a secret line") }
    let words = try ada.refused("delete", "Draw")
    #expect(words.contains("3 marked days"))
    #expect(words.contains("Nothing has been deleted"))
    #expect(words.contains("--yes"))
    #expect(try ada.ask("streaks").item("Draw").number("best") == 3)
    try ada.ask("delete", "Draw", "--yes")
    for view in ["today", "week", "list", "streaks", "stats", "history", "inbox"] {
      #expect(try !ada.see(view).contains("Draw"), "\(view)")
    }
    #expect(try ada.ask("history").number("total") == 0)
    #expect(try !ada.see("export").contains("a secret line"))
    #expect(try ada.ask("verify").flag("intact") == true)
    #expect(try ada.ask("list").items().texts("title") == ["Piano"])
    let bytes = try Data(contentsOf: ada.person.home.appendingPathComponent("space.db"))
    #expect(bytes.range(of: Data("a secret line".utf8)) == nil)
  }

  @Test func `H-06 after five years away everything is as it was left`() throws {
    let ada = try ada()
    for title in ["Draw", "Piano"] { try ada.ask("add", title) }
    try ada.daily(5) { try ada.ask("check", "Draw") }
    try ada.at("2031-03-02T08:00:00Z")
    #expect(try ada.ask("list").items().texts("title") == ["Draw", "Piano"])
    #expect(try ada.ask("today").items().texts("status") == ["open", "open"])
    #expect(try ada.ask("streaks").item("Draw").number("best") == 5)
    #expect(try ada.ask("stats").item("Draw").number("totalDays") == 5)
    #expect(try ada.ask("day", "Draw", "2026-03-04").text("status") == "done")
    #expect(try ada.ask("history", "--weeks", "270").number("total") == 5)
  }

  @Test func `H-24 two hobbies of one name are told apart`() throws {
    let ada = try ada()
    try ada.ask("add", "Draw", "--notes", "with ink", "--color", "teal")
    let second = try ada.ask("add", "Draw", "--notes", "with coal", "--color", "red")
    let id = try #require(second.text("id"))
    let words = try ada.refused("check", "Draw")
    #expect(words.contains("with ink"))
    #expect(words.contains("with coal"))
    try ada.ask("check", id)
    #expect(try ada.ask("today").items().texts("status") == ["open", "done"])
    let list = try ada.see("list")
    #expect(list.contains("with ink"))
    #expect(list.contains("with coal"))
  }

  @Test func `H-25 fifty hobbies with years behind them are shown at once`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    let days = Days.ending("2026-03-01", 200)
    try ada.bring((1...50).map { (title: "Hobby \($0)", days: days) })
    for view in ["today", "week", "streaks", "list"] {
      let isPrompt = try takesLess(than: 1) {
        let text = try ada.see(view)
        #expect(text.contains("Hobby 1"))
        #expect(text.contains("Hobby 50"))
      }
      #expect(isPrompt, "\(view)")
    }
    try ada.ask("check", "Hobby 50")
    #expect(try ada.ask("today").item("Hobby 50").number("streak") == 201)
  }
}
