import Driver
import Foundation
import Testing

/// Habits of one title, in every list that names them.
@Suite struct TwinTests {
  private let names = ["Read (at home)", "Read (at work)"]

  /// Two habits of one title in groups of their own.
  private func twins(_ product: String) throws -> (life: Life, ids: [String]) {
    let life = try Life(product, at: "2026-03-02T08:00:00Z")
    let ids = try ["at home", "at work"].map { group in
      try #require(life.ask("add", "Read", "--group", group).text("id"))
    }
    return (life, ids)
  }

  @Test func `H-24 streaks, rates, scores and badges tell twins apart by what differs`() throws {
    let (life, ids) = try twins("streaks")
    try life.daily(7) { for id in ids { try life.ask("check", id) } }
    for list in ["streaks", "stats", "score", "badges"] {
      let text = try life.see(list)
      for name in names { #expect(text.contains(name), "\(text)") }
      #expect(!text.contains("#"), "\(text)")
    }
    #expect(try life.see("streaks", ids[0]).contains(names[0]))
    // A week later both runs have ended.
    life.pass(days: 7)
    let ended = try life.see("streaks").split(separator: "\n").filter { $0.hasPrefix(names[0]) }
    #expect(ended.count == 2, "\(ended)")
  }

  @Test func `H-24 a twin is typed by its short id where a command is offered`() throws {
    let (life, ids) = try twins("streaks")
    try life.daily(6) { try life.ask("check", ids[0]) }
    let digits = ids[0].suffix(6)
    #expect(try life.see("check", ids[0]).contains("trellis share \(digits) --milestone 7"))
    life.pass(days: 2, hours: 1)
    let inbox = try life.see("inbox").asOneLine
    #expect(inbox.contains("\(names[0]) is ready for a new start."))
    #expect(inbox.contains("trellis remind \(digits) 09:00 --tomorrow"))
  }

  @Test func `H-24 vacations and the next step of a new habit tell twins apart`() throws {
    let (life, ids) = try twins("hobbyist")
    try life.ask("vacation", "plan", "2026-03-10", "2026-03-14", ids[1])
    #expect(try life.see("vacation").contains(names[1]))
    let added = try life.see("add", "Read", "--group", "on trains").asOneLine
    let step = try #require(added.split(separator: "trellis check ").last?.prefix(6))
    #expect(try life.see("check", String(step)).contains("Read"))
  }

  @Test func `H-24 reminders and notices say which of two twins they are about`() throws {
    let (life, ids) = try twins("hobbyist")
    // The other one has no reminder, so that only what is told beside the title tells them apart.
    let set = try life.see("remind", ids[1], "19:00")
    #expect(set.contains(names[1]), "\(set)")
    for list in [try life.see("remind", "list"), try life.see("reminders")] {
      #expect(list.contains(names[1]), "\(list)")
    }
    life.pass(hours: 12)
    #expect(try life.see("inbox").contains("Time for \(names[1])."))
    #expect(try life.ask("inbox").items().texts("title") == ["Read"])
    let both = try life.ask("remind", ids[0], "21:00")
    #expect(both.text("title") == "Read")
    let list = try life.see("remind", "list")
    for name in names { #expect(list.contains(name), "\(list)") }
    #expect(!list.contains("#"), "\(list)")
  }

  @Test func `H-24 a widget tells twins apart, also where one is done`() throws {
    let (life, ids) = try twins("beebloom")
    let widgets = [[], ["--format", "tmux"], ["--format", "waybar"]]
    for arguments in widgets {
      let text = try life.person.run(["widget"] + arguments, now: life.instant).output
      for name in names { #expect(text.contains(name), "\(text)") }
    }
    let roots = try life.see("streaks")
    for name in names { #expect(roots.contains(name), "\(roots)") }
    try life.ask("check", ids[0])
    for arguments in widgets {
      let text = try life.person.run(["widget"] + arguments, now: life.instant).output
      #expect(text.contains(names[1]), "\(text)")
      #expect(!text.contains(names[0]), "\(text)")
    }
    #expect(try life.ask("widget").items().texts("title") == ["Read"])
  }
}
