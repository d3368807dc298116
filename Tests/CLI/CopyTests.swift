import Driver
import Foundation
import Testing

/// Exporting everything, and importing it again.
@Suite struct CopyTests {
  private let morning = "2026-03-10T08:00:00Z"

  private func busyPerson() throws -> Person {
    let person = try Person()
    try person.ask("add", "Read, \"slowly\"", "--notes", "é ☕", "--every", "3/week", now: morning)
    try person.ask("add", "Run", "--target", "5", "--unit", "km", now: morning)
    try person.ask("check", "Read", "--note", "one\ntwo", now: morning)
    try person.ask("check", "Run", "--value", "2.5", now: morning)
    try person.ask("add", "Gone", now: morning)
    try person.ask("delete", "Gone", "--yes", now: morning)
    return person
  }

  @Test func `an export taken into an empty space gives the identical space`() throws {
    let person = try busyPerson()
    let file = person.home.appendingPathComponent("export.json").path
    try person.ask("export", "--out", file, now: morning)
    let other = try Person()
    try other.ask("import", file, now: morning)
    func facts(_ person: Person) throws -> String {
      let document = try person.run("export", now: morning).document()
      let data = try JSONSerialization.data(
        withJSONObject: document["facts"] ?? [],
        options: .sortedKeys
      )
      return String(decoding: data, as: UTF8.self)
    }
    #expect(try facts(other) == facts(person))
    #expect(try other.run("today", now: morning).output == person.run("today", now: morning).output)
    let again = try other.ask("import", file, now: morning)
    #expect(again.number("entriesAdded") == 0)
    let named = try other.refusal("import", file, "--column", "date=When", now: morning)
    #expect(named == "no-table")
    #expect(try facts(other) == facts(person))
  }

  @Test func `an export that was cut short or changed is refused whole`() throws {
    let person = try busyPerson()
    let text = try person.run("export", now: morning).output
    let file = person.home.appendingPathComponent("bad.json")
    for bad in [String(text.dropLast(30)), text.replacingOccurrences(of: "km", with: "mi")] {
      try bad.write(to: file, atomically: true, encoding: .utf8)
      let other = try Person()
      #expect(try other.run("import", file.path, now: morning).status == 1)
      #expect(try other.ask("today", now: morning).items().isEmpty)
    }
  }

  @Test func `a backup brings everything back, and what it replaces is kept`() throws {
    let person = try busyPerson()
    let file = person.home.appendingPathComponent("backup.db").path
    let before = try person.run("today", now: morning).output
    try person.ask("backup", file, now: morning)
    try person.ask("uncheck", "Run", now: morning)
    try person.ask("restore", file, now: morning)
    #expect(try person.run("today", now: morning).output == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: person.home.path)
    #expect(names.contains { $0.contains("before-restore") })
    try person.ask("check", "Run", "--value", "6", now: morning)
    #expect(try person.run("verify").status == 0)
  }

  @Test func `a file that is no backup is refused and replaces nothing`() throws {
    let person = try busyPerson()
    let before = try person.run("today", now: morning).output
    let file = person.home.appendingPathComponent("no.db")
    try "not a backup".write(to: file, atomically: true, encoding: .utf8)
    let refusal = try person.run("restore", file.path)
    #expect(refusal.status == 1)
    #expect(refusal.error.asOneLine.contains("is not a backup of this app. Nothing was replaced."))
    let export = person.home.appendingPathComponent("mine.json").path
    try person.ask("export", "--out", export, now: morning)
    #expect(try person.run("restore", export).error.asOneLine.contains("trellis import"))
    #expect(try person.run("today", now: morning).output == before)
  }

  @Test func `the spreadsheet has a row for every entry`() throws {
    let person = try busyPerson()
    let lines = try person.run("export", "--format", "csv", now: morning).output
    #expect(lines.hasPrefix("habit,day,status,value,unit,note,at,trellis-id,target,every\r\n"))
    #expect(lines.contains("\r\nRun,2026-03-10,open,2.5,km,"))
    #expect(lines.contains("\r\n\"Read, \"\"slowly\"\"\",2026-03-10,done,,,\"one\ntwo\","))
    // What was deleted has none.
    #expect(lines.components(separatedBy: "\r\n").count == 1 + 2 + 1)
  }

  @Test(arguments: ["csv", "ics"])
  func `a program that asks for JSON is not given something else`(format: String) throws {
    let person = try busyPerson()
    let refusal = try person.run("export", "--format", format, "--json", now: morning)
    #expect(refusal.status == 64)
    #expect(refusal.output.isEmpty)
    #expect(refusal.error.contains("--out mine.\(format)"))
    #expect(try person.run("export", "--json", now: morning).document().keys.contains("facts"))
  }

  @Test func `the spreadsheet brings all days back, and changes nothing where it is from`() throws {
    let person = try Person()
    let now = morning
    for (group, value) in [("City", "6"), ("Dog", "7")] {
      let words = ["add", "Walk", "--target", "5", "--unit", "km", "--group", group]
      let walk = try person.ask(words, now: now)
      try person.ask("check", try #require(walk.text("id")), "--value", value, now: now)
    }
    try person.ask(
      ["add", "Beer", "--target", "2", "--unit", "glasses", "--at-most"],
      now: now
    )
    for (day, value) in [("2026-03-08", "1"), ("2026-03-09", "3")] {
      try person.ask("check", "Beer", "--day", day, "--value", value, now: now)
    }
    // None of its days is above the limit.
    try person.ask(["add", "Sugar", "--target", "25", "--unit", "g", "--at-most"], now: now)
    try person.ask("check", "Sugar", "--value", "10", now: now)
    try person.ask("add", "Swim", "--every", "3/week", now: now)
    try person.ask("check", "Swim", "--day", "2026-03-09", now: now)
    let file = person.home.appendingPathComponent("days.csv").path
    try person.ask("export", "--format", "csv", "--out", file, now: now)
    let facts = try person.run("export", now: now).output
    let here = try person.run("import", file, now: now).output.asOneLine
    #expect(here == "Everything in this file is here already; nothing was changed.")
    #expect(try person.run("export", now: now).output == facts)
    let other = try Person()
    #expect(try other.ask("import", file, now: now).number("habitsAdded") == 5)
    #expect(try days(other) == days(person))
    #expect(try other.run("list", now: now).output.contains("max 25 g"))
    let swim = try other.ask("list", now: now).items().first { $0.text("title") == "Swim" }
    #expect(swim?.text("schedule") == "3/week")
    #expect(try days(other).contains { $0.hasPrefix("Beer,2026-03-08,done,1,glasses,") })
    #expect(try other.ask("import", file, now: now).number("habitsAdded") == 0)
  }

  /// The lines of the spreadsheet, without the ids.
  private func days(_ person: Person) throws -> [String] {
    let text = try person.run("export", "--format", "csv", now: morning).output
    return text.components(separatedBy: "\r\n").map { line in
      let fields = line.components(separatedBy: ",")
      return (fields.dropLast(3) + fields.suffix(2)).joined(separator: ",")
    }
  }

  @Test func `a day that is left out of an import is not said to be here`() throws {
    let person = try Person()
    try person.ask("add", "Read", now: morning)
    let file = person.home.appendingPathComponent("days.csv")
    let rows = "date,habit,status\n2027-11-01,Read,done\n"
    try rows.write(to: file, atomically: true, encoding: .utf8)
    let words = try person.run("import", file.path, now: morning).output.asOneLine
    #expect(words.contains("What can be taken from this file is here already"), "\(words)")
    #expect(words.contains("left out 1 day"), "\(words)")
  }

  @Test func `what is listed before an import is what then comes`() throws {
    let person = try Person()
    let file = person.home.appendingPathComponent("days.csv")
    let rows = "3/4/2026,A\n3/5/2026,A\n9/3/2026,B\n3/5/2026,B\n"
    try "Day,Habit\n\(rows)".write(to: file, atomically: true, encoding: .utf8)
    let command = ["import", file.path, "--dates", "day-first"]
    let trial = try person.ask(command + ["--dry-run"], now: morning)
    #expect(trial.items("habits").map { $0.text("title") } == ["B"])
    #expect(trial.items("habits").map { $0.number("days") } == [1])
    #expect(trial.number("habitsAdded") == 1)
    #expect(trial.number("entriesAdded") == 1)
    try person.ask(command, now: morning)
    #expect(try person.ask("list", now: morning).items().map { $0.text("title") } == ["B"])
    try "Day,Habit\n2026-04-03,A\n".write(to: file, atomically: true, encoding: .utf8)
    let words = try person.run("import", file.path, now: morning).output.asOneLine
    #expect(words.hasPrefix("This file holds nothing that can be imported; nothing was changed."))
    #expect(words.contains("“A”: left out 1 day that lies in the future"))
  }
}
