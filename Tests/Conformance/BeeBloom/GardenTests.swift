import Driver
import Foundation
import Testing

/// The quiet garden: planting, tending and looking back.
@Suite struct GardenTests {
  private func garden(_ titles: String...) throws -> Life {
    let bee = try Life("beebloom", at: "2026-03-02T08:00:00Z")
    for title in titles {
      try bee.ask("add", title)
      // Habits are in the order of their creation.
      bee.pass(seconds: 1)
    }
    return bee
  }

  @Test(arguments: [
    ["remind", "Lavender", "9:00"], ["reminders"], ["inbox"], ["telemetry"], ["badges"],
    ["score"], ["sober"], ["sync"],
  ])
  func `B-01 there are no notices, no counting and no accounts`(command: [String]) throws {
    let bee = try garden("Lavender")
    let outcome = try bee.person.run(command, now: bee.instant)
    #expect(outcome.status == 1)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.asOneLine.contains("BeeBloom has no “\(command[0])”;"))
    let modules = try bee.ask("plugins").items().texts("name")
    #expect(modules == ["profile", "tracking", "streaks", "widget"])
    let keys = try bee.ask("settings").items().texts("key")
    #expect(!keys.contains { $0.contains("remind") || $0.contains("notice") || $0 == "telemetry" })
  }

  @Test func `B-02 a habit needs a title and may have a description`() throws {
    let bee = try garden()
    #expect(try bee.refused("add", "").count > 10)
    #expect(try bee.ask("list").items().isEmpty)
    try bee.ask("add", "Water the basil", "--notes", "a cup, in the morning")
    #expect(try bee.ask("list").item("Water the basil").text("notes") == "a cup, in the morning")
    #expect(try bee.see("today").contains("Water the basil"))
  }

  @Test func `B-03 title, description, color and group change, the history stays`() throws {
    let bee = try garden("Lavender")
    try bee.daily(3) { try bee.ask("check", "Lavender") }
    try bee.ask(
      "edit",
      "Lavender",
      "--title",
      "Sage",
      "--notes",
      "new pot",
      "--color",
      "purple",
      "--group",
      "Window"
    )
    let sage = try bee.ask("list").item("Sage")
    #expect(sage.text("notes") == "new pot")
    #expect(sage.text("color") == "purple")
    #expect(sage.text("group") == "Window")
    let cells = try bee.ask("week").item("Sage").items("cells")
    #expect(cells.filter { $0.text("status") == "done" }.count == 3)
  }

  @Test func `B-04 a deleted habit is gone from every view`() throws {
    let bee = try garden("Lavender", "Sage")
    try bee.ask("check", "Lavender")
    #expect(try bee.refused("delete", "Lavender").contains("Lavender"))
    #expect(try bee.see("today").contains("Lavender"))
    try bee.ask("delete", "Lavender", "--yes")
    for view in ["today", "week", "history", "list", "streaks", "stats", "widget", "export"] {
      #expect(try !bee.see(view).contains("Lavender"), "\(view)")
    }
    #expect(try bee.ask("history").number("total") == 0)
  }

  @Test func `B-05 one check a day, yesterday may be made up for, nothing else`() throws {
    let bee = try garden("Lavender")
    bee.pass(days: 5)
    for _ in 0..<3 { try bee.ask("check", "Lavender") }
    try bee.ask("check", "Lavender", "--day", "yesterday")
    #expect(try bee.ask("history").number("total") == 2)
    for day in ["2026-03-05", "2026-03-02", "2026-03-08", "2026-03-09"] {
      #expect(try bee.refused("check", "Lavender", "--day", day).count > 20)
    }
    #expect(try bee.refused("uncheck", "Lavender", "--day", "2026-03-05").count > 20)
    #expect(try bee.ask("day", "Lavender", "2026-03-05", "--note", "rain").text("note") == "rain")
    #expect(try bee.ask("day", "Lavender", "2026-03-05", "--note", "").text("note") == nil)
    try bee.ask("uncheck", "Lavender", "--day", "yesterday")
    #expect(try bee.ask("history").number("total") == 1)
    let text = try bee.see("today")
    #expect(text.components(separatedBy: "Lavender").count == 2)
  }

  @Test func `B-06 today shows every habit with one slot, and is gentle about none done`() throws {
    let bee = try garden("Lavender", "Sage")
    let today = try bee.ask("today")
    #expect(today.items().texts("title") == ["Lavender", "Sage"])
    #expect(today.items().texts("status") == ["open", "open"])
    #expect(today.text("message")?.isEmpty == false)
    let text = try bee.see("today")
    #expect(text.contains("○ Lavender"))
    try bee.ask("check", "Lavender")
    #expect(try bee.see("today").contains("✿ Lavender"))
    #expect(try bee.ask("today").items().texts("status") == ["done", "open"])
  }

  @Test func `B-06 an empty garden invites to plant`() throws {
    let bee = try garden()
    let text = try bee.see("today")
    #expect(text.contains("garden"))
    #expect(text.contains("trellis add"))
    #expect(try bee.ask("today").text("message")?.contains("garden") == true)
  }

  @Test func `B-07 the week shows the past seven days of every habit, done or missed`() throws {
    let bee = try garden("Lavender", "Sage")
    for index in 0..<9 {
      if index != 4 { try bee.ask("check", "Lavender") }
      bee.pass(days: 1)
    }
    let week = try bee.ask("week")
    #expect(week["days"] as? [String] == Days.ending("2026-03-11", 7))
    let cells = week.item("Lavender").items("cells")
    #expect(cells.texts("day") == Days.ending("2026-03-11", 7))
    #expect(cells.texts("status") == ["done", "missed", "done", "done", "done", "done", "open"])
    #expect(week.item("Sage").items("cells").texts("status").filter { $0 == "missed" }.count == 6)
    let text = try bee.see("week")
    for word in ["Lavender", "Sage", "✿", "·", "Thu", "done"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test func `B-08 habits stand in their groups, with their color, today and in the week`() throws {
    let bee = try garden()
    for (title, group, color) in [
      ("Sage", "Window", "green"), ("Stretch", "Body", "red"), ("Lavender", "Window", "purple"),
    ] {
      try bee.ask("add", title, "--group", group, "--color", color)
      bee.pass(seconds: 1)
    }
    for view in ["today", "week"] {
      let document = try bee.ask(view)
      let items = document.items()
      let groups = items.texts("group")
      // Habits of one group are adjacent.
      #expect(groups.count == 3)
      #expect(groups == ["Window", "Window", "Body"])
      #expect(document.item("Lavender").text("color") == "purple")
      let text = try bee.see(view)
      for word in ["Window", "Body", "Lavender"] { #expect(text.contains(word)) }
      let window = try #require(text.range(of: "Window"))
      let sage = try #require(text.range(of: "Sage"))
      #expect(window.lowerBound < sage.lowerBound)
    }
  }

  @Test func `B-09 a backup brings habits and all checks to another device`() throws {
    let bee = try garden("Lavender", "Sage")
    try bee.daily(6) { try bee.ask("check", "Lavender", "--note", "watered") }
    let file = bee.file("garden.db")
    try bee.ask("backup", file)
    let other = try Life("beebloom", at: bee.instant)
    try other.ask("restore", file)
    for view in ["today", "week", "history", "list", "streaks"] {
      #expect(try other.see(view) == bee.see(view), "\(view)")
    }
    #expect(try other.ask("day", "Lavender", "2026-03-04").text("note") == "watered")
  }

  @Test func `B-09 without a backup nothing is asked of anybody`() throws {
    let bee = try garden("Lavender")
    bee.pass(days: 400)
    #expect(try bee.see("today").range(of: "backup", options: .caseInsensitive) == nil)
  }

  @Test func `B-10 no word presses, and no number counts against anyone`() throws {
    let bee = try garden("Lavender", "Sage")
    var seen = ""
    func look() throws {
      for view in ["today", "week", "streaks", "list", "widget"] { seen += try bee.see(view) }
    }
    try look()
    try bee.daily(8) { try bee.ask("check", "Lavender") }
    try look()
    bee.pass(days: 5)
    try look()
    seen += try bee.see("check", "Lavender")
    seen += try bee.see("uncheck", "Lavender")
    let pressing = [
      "hurry up", "don't break", "at risk", "keeps it going", "you lost", "failed", "failure",
      "must", "🔥", "days in a row", "broken", "only ", "last chance", "!",
    ]
    for word in pressing {
      #expect(seen.range(of: word, options: .caseInsensitive) == nil, "\(word)")
    }
  }

  @Test func `B-10 who wants less motion gets it`() throws {
    let bee = try garden("Lavender")
    #expect(try bee.seeOnTerminal("check", "Lavender").contains("\u{1B}"))
    try bee.ask("uncheck", "Lavender")
    try bee.ask("settings", "reduced-motion", "on")
    #expect(try bee.ask("profile").part("preferences").text("reduced-motion") == "on")
    let still = try bee.seeOnTerminal("check", "Lavender")
    #expect(still.contains("Lavender") && !still.contains("\u{1B}"))
  }

  @Test func `B-11 the day turns at local midnight and stays one through changes`() throws {
    let bee = try Life("beebloom", zone: "Europe/Berlin", at: "2026-03-28T22:59:59Z")
    try bee.ask("add", "Lavender")
    try bee.ask("check", "Lavender")
    #expect(try bee.ask("today").items().texts("status") == ["done"])
    bee.pass(seconds: 1)
    #expect(try bee.ask("today").text("day") == "2026-03-29")
    #expect(try bee.ask("today").items().texts("status") == ["open"])
    try bee.ask("check", "Lavender")
    // Westward it is the 28th again, which is already done.
    try bee.ask("settings", "time-zone", "America/Los_Angeles")
    #expect(try bee.ask("today").text("day") == "2026-03-28")
    #expect(try bee.ask("today").items().texts("status") == ["done"])
    try bee.ask("check", "Lavender")
    try bee.ask("settings", "time-zone", "Europe/Berlin")
    #expect(try bee.ask("stats").item("Lavender").number("totalDays") == 2)
    #expect(try bee.ask("today").items().texts("status") == ["done"])
    try bee.at("2026-03-29T21:59:00Z")
    #expect(try bee.ask("today").text("day") == "2026-03-29")
    try bee.at("2026-03-29T22:00:00Z")
    #expect(try bee.ask("today").text("day") == "2026-03-30")
  }

  @Test func `X-10 each habit is a plant that grows from seed to bloom as it takes root`() throws {
    let bee = try garden("Lavender", "Sage")
    let species = try bee.ask("garden").items().texts("species")
    #expect(try bee.ask("garden").items().texts("stage") == ["seed", "seed"])
    var stages: [String] = []
    try bee.daily(60) {
      try bee.ask("check", "Lavender")
      let stage = try bee.ask("garden").item("Lavender").text("stage") ?? ""
      if stages.last != stage { stages.append(stage) }
    }
    #expect(stages == ["seed", "sprout", "leaf", "bud", "bloom", "lush"])
    #expect(try bee.ask("garden").item("Sage").text("stage") == "seed")
    // A plant stays what it is.
    #expect(try bee.ask("garden").items().texts("species") == species)
    #expect(try !bee.see("garden", "--plain").contains { $0.isNumber })
  }

  @Test func `X-10 what was tended today stands open`() throws {
    let bee = try garden("Lavender", "Sage")
    try bee.ask("check", "Sage")
    #expect(try bee.ask("garden").item("Sage")["tended"] as? Bool == true)
    #expect(try bee.ask("garden").item("Lavender")["tended"] as? Bool == false)
    #expect(try bee.see("garden", "--plain").contains("Sage: a seed, freshly sown, tended today."))
  }
}
