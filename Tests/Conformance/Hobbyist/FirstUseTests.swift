import Driver
import Foundation
import Testing

/// The first minutes with Hobbyist.
@Suite struct FirstUseTests {
  @Test func `H-01 one begins without an account and with a name that can be changed`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    try ada.ask("init", "--product", "hobbyist", "--name", "Ada")
    #expect(try ada.ask("profile").text("displayName") == "Ada")
    #expect(try ada.ask("profile").text("mode") == "offline")
    #expect(try ada.see("today").contains("Ada"))
    let renamed = try ada.ask("profile", "--name", "Ada L.")
    #expect(renamed.text("displayName") == "Ada L.")
    #expect(try ada.see("profile").contains("Ada L."))
    #expect(try ada.see("today").contains("Ada L."))
  }

  @Test func `H-01 a name is not needed`() throws {
    let person = try Person()
    let now = "2026-03-02T08:00:00Z"
    try person.ask("add", "Draw", now: now)
    try person.ask("check", "Draw", now: now)
    #expect(try person.ask("today", now: now).number("done") == 1)
  }

  @Test func `H-07 without hobbies the dashboard helps with the next step`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    #expect(try ada.ask("today").items().isEmpty)
    let text = try ada.see("today")
    #expect(text.contains("Nothing here yet"))
    #expect(text.contains("trellis add"))
  }

  @Test func `H-07 the dashboard tells what is done, with a word and a quote`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    for title in ["Draw", "Piano"] { try ada.ask("add", title) }
    try ada.ask("check", "Piano")
    let today = try ada.ask("today")
    #expect(today.items().texts("status") == ["open", "done"])
    #expect(today.number("done") == 1)
    #expect(today.number("open") == 1)
    #expect(today.text("message")?.isEmpty == false)
    let quote = try #require(today.text("quote"))
    let text = try ada.see("today")
    #expect(text.asOneLine.contains(quote))
    #expect(text.contains("○ Draw"))
    #expect(text.contains("✓ Piano"))
    #expect(text.contains("1 of 2 done"))
  }

  @Test func `H-07 what was put away is not on the dashboard, and comes back`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    for title in ["Draw", "Piano"] { try ada.ask("add", title) }
    try ada.ask("edit", "Piano", "--archive")
    #expect(try ada.ask("today").items().texts("title") == ["Draw"])
    try ada.ask("edit", "Piano", "--unarchive")
    #expect(try ada.ask("today").items().texts("title") == ["Draw", "Piano"])
  }

  @Test(arguments: [
    ["check", "Nothing of the kind"], ["check", "Draw", "--day", "2026-03-03"],
    ["check", "Draw", "--day", "someday"], ["edit", "Draw", "--color", "blurple"],
    ["edit", "Draw", "--every", "sometimes"], ["remind", "Draw", "25:99"],
    ["settings", "time-zone", "Mars/Olympus"], ["settings", "week-start", "someday"],
    ["settings", "nonsense", "on"], ["restore", "/nowhere/at/all.db"],
    ["import", "/nowhere/at/all.csv"], ["add", ""], ["add", "   "],
    ["check", "Draw", "--value", "lots"], ["badges"],
  ])
  func `H-19 what cannot be done is said in plain words`(arguments: [String]) throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    try ada.ask("add", "Draw")
    let before = try ada.see("export")
    let outcome = try ada.person.run(arguments, now: ada.instant)
    let isMisused = outcome.error.hasPrefix("Error: ")
    #expect(outcome.status == (isMisused ? 64 : 1), "\(arguments)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.count > 15)
    let technical = [
      "SQLITE", "errno", "Error(", "error(", "nil", "Optional", "fatal", "0x", ".swift", "decod",
      "Exception",
    ]
    for word in technical { #expect(!outcome.error.contains(word), "\(outcome.error)") }
    #expect(try ada.see("export") == before)
  }

  @Test func `H-19 a folder that cannot be written is told, and what to do`() throws {
    let person = try Person()
    let blocked = person.home.appendingPathComponent("a-file")
    try Data("not a folder".utf8).write(to: blocked)
    let outcome = try person.run(
      "add",
      "Draw",
      now: "2026-03-02T08:00:00Z",
      environment: ["TRELLIS_HOME": blocked.path]
    )
    #expect(outcome.status == 1)
    #expect(outcome.error.contains(blocked.path))
    #expect(!outcome.error.contains("SQLITE"))
  }

  @Test func `H-26 from nothing to the first completion are two commands, each at once`() throws {
    let person = try Person()
    let now = "2026-03-02T08:00:00Z"
    #expect(try person.run("add", "Draw", now: now).status == 0)
    var commands = ["uncheck", "check"]
    let isPrompt = try takesLess(than: 0.3) {
      commands.swapAt(0, 1)
      let toggled = try person.run(commands[0], "Draw", now: now)
      #expect(toggled.output.contains("Draw"))
    }
    #expect(isPrompt)
  }
}
