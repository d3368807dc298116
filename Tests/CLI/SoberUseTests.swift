import Driver
import Foundation
import Testing

@Suite struct SoberUseTests {
  private let morning = "2026-03-10T08:00:00Z"
  private let sober = ["TRELLIS_PRODUCT": "sober"]

  @Test func `a sober day is marked, timed, and a streak like any other`() throws {
    let person = try Person()
    try person.ask("sober", "mark", now: morning, environment: sober)
    let timer = try person.ask("sober", "timer", now: "2026-03-10T09:01:02Z", environment: sober)
    #expect(timer.number("hours") == 1)
    #expect(timer.number("seconds") == 2)
    let streak = try person.ask("streaks", "alcohol", now: morning, environment: sober)
    #expect(streak.items().first?.number("current") == 1)
  }

  @Test func `a mark made by mistake is taken back, and the timer goes on`() throws {
    let person = try Person()
    try person.ask("sober", "mark", now: morning, environment: sober)
    let noon = "2026-03-10T12:00:00Z"
    try person.ask("sober", "slip", "--drinks", "2", now: noon, environment: sober)
    let back = try person.run("sober", "undo", now: noon, environment: sober)
    #expect(back.status == 0, "\(back.error)")
    #expect(back.output.asOneLine.contains("Sober today. That is day one."), "\(back.output)")
    let timer = try person.ask("sober", "timer", now: noon, environment: sober)
    #expect(timer.number("hours") == 4)
    let refusal = ["sober", "undo", "--day", "yesterday"]
    let refused = try person.run(refusal, now: noon, sober)
    #expect(refused.status == 1)
    #expect(refused.error.asOneLine.contains("2026-03-09 was never marked, so there is nothing"))
    for help in [["sober", "--help"], ["sober", "undo", "--help"]] {
      #expect(try person.run(help, now: noon, sober).output.contains("trellis sober undo"))
    }
  }

  @Test func `a slip with a note that is refused changes nothing`() throws {
    let person = try Person()
    try person.ask("sober", "mark", now: morning, environment: sober)
    let note = String(repeating: "x", count: 2001)
    let code = try person.refusal("sober", "slip", "--note", note, now: morning, environment: sober)
    #expect(code == "note-too-long")
    let now = try person.ask("sober", now: morning, environment: sober)
    #expect(now.text("status") == "sober")
  }

  @Test func `the option names the substance of every command`() throws {
    let person = try Person()
    func run(_ arguments: String...) throws -> Person.Outcome {
      try person.run(arguments, now: morning, sober)
    }
    func days(_ substance: String) throws -> Int? {
      let ask = ["sober", "--substance", substance]
      return try person.ask(ask, now: morning, sober).number("current")
    }
    try person.ask("sober", "begin", "--last", "2026-03-01", now: morning, environment: sober)
    let nicotine = ["sober", "begin", "--substance", "Nicotine", "--last", "2026-02-28"]
    try person.ask(nicotine, now: morning, sober)
    let alone = try days("Alcohol")
    #expect(try days("Nicotine") == 10)
    try person.ask(
      ["sober", "--substance", "nicotine", "begin", "Nicotine", "--last", "2026-02-27"],
      now: morning,
      sober
    )
    #expect(try days("Nicotine") == 11)
    for words in [
      ["--substance", "Nicotine", "delete", "Alcohol", "--yes"],
      ["delete", "Alcohol", "--substance", "Nicotine", "--yes"],
      ["begin", "Alcohol", "--substance", "Nicotine", "--last", "2020-01-01"],
      ["rename", "Alcohol", "Wine", "--substance", "Nicotine"],
      ["rename", "Alcohol"], ["delete", "--yes"],
    ] {
      let refusal = try person.run(["sober"] + words, now: morning, sober)
      #expect(refusal.status == 64, "\(words)")
      #expect(refusal.error.contains("Nothing was"), "\(refusal.error)")
    }
    #expect(try days("Alcohol") == alone)
    #expect(try days("Nicotine") == 11)
    #expect(try run("sober", "rename", "--substance", "Nicotine", "Cigarettes").status == 0)
    #expect(try days("Cigarettes") == 11)
    #expect(try run("sober", "--substance", "Cigarettes", "delete", "--yes").status == 0)
    #expect(try run("sober", "--substance", "Cigarettes").status == 1)
    #expect(try days("Alcohol") == alone)
  }

  @Test func `no freeze covers a day that was not sober`() throws {
    let person = try Person()
    for day in 1...30 {
      let day = "2026-01-" + (day < 10 ? "0\(day)" : "\(day)")
      try person.ask(
        "sober",
        "mark",
        "--day",
        day,
        now: "2026-02-01T08:00:00Z",
        environment: sober
      )
    }
    let streaks = try person.ask("streaks", now: "2026-02-01T08:00:00Z", environment: sober)
    #expect(!streaks.items("offers").texts("kind").contains("freeze"))
    let refusal = try person.refusal(
      "freeze",
      "alcohol",
      now: "2026-02-01T08:00:00Z",
      environment: sober
    )
    #expect(refusal == "not-in-product")
  }

  @Test func `a milestone is said once, calmly, and badges are earned`() throws {
    let person = try Person()
    for day in 1...7 {
      let now = "2026-03-0\(day)T08:00:00Z"
      let text = try person.run("sober", "mark", now: now, environment: sober).output
      let said = text.components(separatedBy: "7 days").count - 1
      #expect(said == (day == 7 ? 2 : 0), "\(text)")
      #expect(!text.contains("badge") && !text.contains("✦"))
    }
    let now = "2026-03-07T09:00:00Z"
    let badges = try person.ask("badges", now: now, environment: sober)
    #expect(badges.items().map { $0.number("level") } == [1, 7])
    #expect(try person.ask("profile", now: now, environment: sober).number("badges") == 2)
    #expect(try person.ask("score", now: now, environment: sober).items().count == 1)
  }

  @Test func `a mark tells programs what it reached`() throws {
    let person = try Person()
    for day in 1...6 {
      try person.ask("sober", "mark", now: "2026-03-0\(day)T08:00:00Z", environment: sober)
    }
    let now = "2026-03-07T08:00:00Z"
    let marked = try person.ask("sober", "mark", now: now, environment: sober)
    #expect(marked.items("reached").map { $0.number("days") } == [7])
    #expect(marked.items("reached").map { $0.number("times") } == [1])
    #expect(marked.items("reached").texts("day") == ["2026-03-07"])
    let again = try person.ask("sober", "mark", now: now, environment: sober)
    #expect(again.items("reached").isEmpty)
  }

  @Test func `sober days stand in a table and in a calendar`() throws {
    let person = try Person()
    try person.ask("sober", "mark", now: morning, environment: sober)
    try person.ask(
      "sober",
      "slip",
      "--day",
      "yesterday",
      "--drinks",
      "2",
      now: morning,
      environment: sober
    )
    let table = try person.run("export", "--format", "csv", now: morning, environment: sober).output
    let rows = table.components(separatedBy: "\r\n")
    #expect(
      rows[1].hasPrefix("Alcohol-free,2026-03-09,notSober,2,drinks,,2026-03-10T08:00:00.000Z,")
    )
    #expect(rows[2].hasPrefix("Alcohol-free,2026-03-10,sober,,,,2026-03-10T08:00:00.000Z,"))
    let file = try person.run("export", "--format", "ics", now: morning, environment: sober).output
    #expect(file.components(separatedBy: "BEGIN:VEVENT").count == 2)
    #expect(file.contains("SUMMARY:Alcohol-free\r\n"))
    #expect(file.contains("DTSTART;VALUE=DATE:20260310\r\n"))
  }

  @Test func `help speaks of what the product has`() throws {
    let person = try Person()
    for command in ["streaks", "stats", "badges", "score", "import", "export", "sober", "--help"] {
      let run = try person.run(command, "--help", now: morning, environment: sober)
      let text = run.output.lowercased()
      #expect(!text.isEmpty)
      for word in ["habit", "freeze", "loop"] {
        #expect(!text.contains(word), "\(word) in \(command)")
      }
    }
  }

  @Test func `what is no complete export is refused as what it is`() throws {
    let person = try Person()
    try person.ask("sober", "mark", now: morning, environment: sober)
    let table = person.home.appendingPathComponent("days.csv").path
    let backup = person.home.appendingPathComponent("all.db").path
    let export = ["export", "--format", "csv", "--out", table]
    try person.ask(export, now: morning, sober)
    try person.ask("backup", backup, now: morning, environment: sober)
    for (file, name) in [(table, "days.csv"), (backup, "all.db")] {
      let outcome = try person.run("import", file, now: morning, environment: sober)
      #expect(outcome.status == 1)
      let words = outcome.error.asOneLine
      #expect(words.hasPrefix("\(name) is not a complete export"), "\(words)")
      #expect(words.contains("trellis export --out all.json"), "\(words)")
      #expect(words.contains("trellis restore") && words.hasSuffix("Nothing was changed."))
    }
  }

  @Test func `what an export of another product brings unseen is told`() throws {
    let kim = try Life("hobbyist", at: morning)
    try kim.ask("add", "Read")
    let export = kim.file("all.json")
    try kim.ask("export", "--out", export)
    let person = try Person()
    try person.ask("init", "--product", "sober", now: morning)
    for arguments in [["--dry-run"], []] {
      let words = try person.run(["import", export] + arguments, now: morning).output.asOneLine
      #expect(words.contains("Its habits come along, but Sober does not show them"), "\(words)")
    }
    let streaks = try Person()
    try streaks.ask("init", "--product", "streaks", now: morning)
    let words = try streaks.run("import", export, now: morning).output.asOneLine
    #expect(!words.contains("does not show"))
  }
}
