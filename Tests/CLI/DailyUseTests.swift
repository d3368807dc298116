import Driver
import Foundation
import Testing

@Suite struct DailyUseTests {
  private let morning = "2026-03-10T08:00:00Z"

  @Test func `a habit is added, checked, and still checked by the next program`() throws {
    let person = try Person()
    let habit = try person.ask("add", "Read", "--group", "Evening", now: morning)
    #expect(habit.text("title") == "Read")
    #expect(try person.ask("today", now: morning).items().first?.text("status") == "open")
    try person.ask("check", "read", "--note", "ten pages", now: morning)
    let today = try person.ask("today", now: morning)
    #expect(today.text("day") == "2026-03-10")
    #expect(today.items().first?.text("status") == "done")
    #expect(today.number("done") == 1)
    #expect(today.number("open") == 0)
  }

  @Test func `rapid toggling ends in the last state asked for`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    for _ in 0..<3 {
      try person.ask("check", "Read", now: morning)
      try person.ask("uncheck", "Read", now: morning)
    }
    try person.ask("check", "Read", now: morning)
    #expect(try person.ask("today", now: morning).items().first?.text("status") == "done")
  }

  @Test func `a check belongs to the local day of its instant`() throws {
    let person = try Person()
    try person.ask("init", "--time-zone", "America/New_York", now: morning)
    try person.ask("add", "Read", now: morning)
    try person.ask("check", "Read", now: "2026-03-11T03:30:00Z")
    let day = try person.ask("day", "Read", "2026-03-10", now: "2026-03-11T12:00:00Z")
    #expect(day.text("status") == "done")
  }

  @Test func `deleting asks first and then erases`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    try person.ask("check", "Read", "--note", "a secret of mine", now: morning)
    #expect(try person.refusal("delete", "Read", now: morning) == "needs-confirmation")
    #expect(try person.ask("today", now: morning).items().count == 1)
    try person.ask("delete", "Read", "--yes", now: morning)
    #expect(try person.ask("today", now: morning).items().isEmpty)
    let export = try person.run("export", now: morning)
    #expect(!export.output.contains("a secret of mine"))
    #expect(try person.run("verify", now: morning).status == 0)
  }

  @Test func `two habits that are one are joined, and separated again`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    try person.ask("add", "Reading", now: morning)
    try person.ask("check", "Reading", now: morning)
    #expect(try person.refusal("join", "Reading", "Read", now: morning) == "needs-confirmation")
    let joined = try person.ask("join", "Reading", "Read", "--yes", now: morning)
    #expect(joined.text("title") == "Reading")
    let items = try person.ask("today", now: morning).items()
    #expect(items.map { $0.text("title") } == ["Read"])
    #expect(items.map { $0.text("status") } == ["done"])
    try person.ask("join", "--separate", "Reading", now: morning)
    #expect(try person.ask("today", now: morning).items().count == 2)
    #expect(try person.refusal("join", "--separate", "Read", now: morning) == "nothing-joined")
  }

  @Test func `two habits of one title are told apart by their ids`() throws {
    let person = try Person()
    let first = try person.ask("add", "Read", now: morning)
    try person.ask("add", "Read", now: morning)
    #expect(try person.refusal("check", "Read", now: morning) == "habit-ambiguous")
    try person.ask("check", try #require(first.text("id")), now: morning)
    let statuses = try person.ask("today", now: morning).items().map { $0.text("status") }
    #expect(statuses == ["done", "open"])
  }

  @Test func `a day to come is refused, and one too far back by the product`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    #expect(
      try person.refusal("check", "Read", "--day", "2026-03-11", now: morning) == "day-in-future"
    )
    #expect(
      try person.ask("check", "Read", "--day", "2025-12-24", now: morning).number("best") == 1
    )
    let streaks = ["TRELLIS_PRODUCT": "streaks"]
    #expect(
      try person.refusal("check", "Read", "--day", "yesterday", now: morning, environment: streaks)
        == "day-too-old"
    )
    let garden = ["TRELLIS_PRODUCT": "beebloom"]
    try person.ask("check", "Read", "--day", "yesterday", now: morning, environment: garden)
    #expect(
      try person.refusal(
        "check",
        "Read",
        "--day",
        "2026-03-08",
        now: morning,
        environment: garden
      )
        == "day-too-old"
    )
  }

  @Test func `one space serves every product that has its modules`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    let garden = try person.ask("today", now: morning, environment: ["TRELLIS_PRODUCT": "beebloom"])
    #expect(garden.items().map { $0.text("title") } == ["Read"])
  }

  @Test func `what the command line cannot mean is 64, what it may not do is 1`() throws {
    let person = try Person()
    #expect(try person.run("frobnicate").status == 64)
    #expect(try person.run("check").status == 64)
    #expect(try person.run("check", "Nothing").status == 1)
    #expect(try person.run("--help").status == 0)
    #expect(try person.run("today", now: "yesterday-ish").status == 1)
    #expect(try person.run("init", "--product", "nosuch").status == 1)
    #expect(try person.run("init", "--name", "Jo", "--time-zone", "Mars/Olympus").status == 1)
    #expect(try person.ask("profile").text("displayName") == nil)
  }

  @Test func `help lists the commands of the product at hand`() throws {
    let person = try Person()
    let garden = ["TRELLIS_PRODUCT": "beebloom"]
    #expect(try person.run("--help").output.contains("Hobbyist"))
    #expect(try person.run("--help", environment: garden).output.contains("BeeBloom"))
  }

  @Test func `a refusal is a sentence on stderr and nothing on stdout`() throws {
    let person = try Person()
    let outcome = try person.run("check", "Nothing")
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.contains("Nothing is here yet"))
  }

  @Test func `nothing is colored when it is not a terminal`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    for command in ["today", "week", "history", "streaks", "stats", "list"] {
      #expect(!(try person.run(command, now: morning).output.contains("\u{1B}")))
    }
  }

  @Test func `a check tells programs what it reached`() throws {
    let person = try Person()
    let streaks = ["TRELLIS_PRODUCT": "streaks"]
    try person.ask("add", "Read", now: "2026-03-01T08:00:00Z", environment: streaks)
    for day in 1...7 {
      let now = "2026-03-0\(day)T08:00:00Z"
      let check = try person.ask("check", "Read", now: now, environment: streaks)
      #expect(check.items("milestones").map { $0.number("level") } == (day == 7 ? [7] : []))
    }
    let again = try person.ask("check", "Read", now: "2026-03-07T09:00:00Z", environment: streaks)
    #expect(again.items("milestones").isEmpty)
    let day = try person.ask("day", "Read", now: "2026-03-07T09:00:00Z", environment: streaks)
    #expect(day["milestones"] == nil)
  }
}
