import Driver
import Foundation
import Testing

/// Reminders and notices in the built program, with the test's clock.
@Suite struct RemindersTests {
  private func person() throws -> Person {
    let person = try Person()
    try person.ask(
      "init",
      "--product",
      "hobbyist",
      "--time-zone",
      "Europe/Berlin",
      now: "2026-03-02T08:00:00Z"
    )
    try person.ask("add", "Read", now: "2026-03-02T08:00:00Z")
    return person
  }

  @Test func `H-16: a reminder comes at its time and waits in the inbox, once`() throws {
    let person = try person()
    let set = try person.ask("remind", "Read", "19:00", now: "2026-03-02T09:00:00Z")
    #expect(set.items("times").first?.text("time") == "19:00")
    #expect(try person.ask("inbox", now: "2026-03-02T17:59:00Z").items().isEmpty)
    for time in ["18:01", "18:02", "21:30"] {
      let items = try person.ask("inbox", now: "2026-03-02T\(time):00Z").items()
      #expect(items.map { $0.text("kind") } == ["reminder"])
      #expect(items.first?.text("title") == "Read")
    }
    #expect(try person.ask("inbox", "--read", now: "2026-03-02T21:40:00Z").number("unread") == 0)
  }

  @Test func `H-17: the switch over all holds at once`() throws {
    let person = try person()
    try person.ask("remind", "Read", "19:00", now: "2026-03-02T09:00:00Z")
    let off = try person.ask("reminders", "off", now: "2026-03-02T17:59:00Z")
    #expect(off["on"] as? Bool == false)
    #expect(try person.ask("inbox", now: "2026-03-02T18:30:00Z").items().isEmpty)
  }

  @Test func `H-18: where nothing can call, it says so once and how to see notices`() throws {
    let person = try person()
    let now = "2026-03-02T09:00:00Z"
    #expect(try person.run("remind", "Read", "19:00", now: now).output.contains("trellis inbox"))
    #expect(try !person.run("remind", "Read", "20:00", now: now).output.contains("trellis inbox"))
    #expect(try person.run("reminders", now: now).output.contains("trellis inbox --new"))
  }

  @Test func `H-17: a reminder that is set while none comes says so, and how it would`() throws {
    let person = try person()
    let now = "2026-03-02T09:00:00Z"
    try person.ask("remind", "Read", "19:00", now: now)
    try person.ask("reminders", "off", now: now)
    let off = try person.run("remind", "Read", "20:00", now: now).output
    #expect(off.contains("trellis reminders on"))
    #expect(!off.contains("inbox"))
    #expect(try !person.run("reminders", now: now).output.contains("inbox"))
    try person.ask("reminders", "on", "--kind", "reminder=off", now: now)
    let silent = try person.run("remind", "Read", "21:00", now: now).output
    #expect(silent.contains("trellis reminders --kind reminder=on"))
    #expect(!silent.contains("inbox"))
  }

  @Test func `K-11: a milestone, then what is at risk, then a word the morning after`() throws {
    let person = try person()
    for day in 2...8 { try person.ask("check", "Read", now: "2026-03-0\(day)T12:00:00Z") }
    func kinds(_ now: String) throws -> [String?] {
      try person.ask("inbox", now: now).items().map { $0.text("kind") }
    }
    #expect(try kinds("2026-03-08T12:01:00Z") == ["milestone"])
    #expect(try kinds("2026-03-09T20:59:00Z") == ["milestone"])
    #expect(try kinds("2026-03-09T21:00:00Z") == ["at-risk", "milestone"])
    #expect(try kinds("2026-03-10T07:59:00Z") == ["at-risk", "milestone"])
    #expect(try kinds("2026-03-10T08:00:00Z") == ["broken", "at-risk", "milestone"])
  }

  @Test func `of several changes of notices none is kept if one of them is refused`() throws {
    let person = try person()
    let refused = [
      ["--kind", "weekly=off", "--quiet", "22"], ["--kind", "weekly=off", "perhaps"],
      ["--kind", "weekly=off", "--kind", "pledge=07:30"],
    ]
    for changes in refused { #expect(try person.run(["reminders"] + changes).status != 0) }
    let kinds = try person.ask("reminders")["kinds"] as? [String: Any]
    #expect(kinds?["weekly"] as? Bool == true)
  }

  @Test func `taking reminders back for some days alone takes none back`() throws {
    let person = try person()
    let now = "2026-03-02T09:00:00Z"
    try person.ask("remind", "Read", "19:00", now: now)
    for days in [["--on", "mon"], ["--tomorrow"]] {
      #expect(try person.run(["remind", "Read", "off"] + days, now: now).status == 64)
      #expect(try person.ask("remind", "Read", now: now).items("times").count == 1)
    }
  }

  @Test func `the list of habits has their reminders, and the day of one that comes once`() throws {
    let person = try person()
    let now = "2026-03-02T09:00:00Z"
    try person.ask("remind", "Read", "19:00", "--on", "mon,wed", now: now)
    try person.ask("remind", "Read", "20:00", "--tomorrow", now: now)
    let listed = try person.ask("list", now: now).items().first?.items("reminders") ?? []
    #expect(listed.map { $0.text("time") } == ["19:00", "20:00"])
    #expect(listed.first?["weekdays"] as? [String] == ["mon", "wed"])
    #expect(listed.map { $0.text("day") } == [nil, "2026-03-03"])
    let edited = try person.ask("edit", "Read", "--notes", "in bed", now: now)
    #expect(edited.items("reminders").count == 2)
  }

  @Test func `of a habit in the archive it says that nothing reminds, not that nothing is set`()
    throws
  {
    let person = try person()
    let now = "2026-03-02T09:00:00Z"
    try person.ask("remind", "Read", "19:00", now: now)
    let both = try person.ask("remind", "Read", "20:00", now: now)
    #expect(both["archived"] == nil)
    try person.ask("edit", "Read", "--archive", now: now)
    #expect(try person.ask("remind", "Read", now: now)["archived"] as? Bool == true)
    let all = try person.run("reminders", now: now).output
    #expect(all.contains("Nothing reminds you of a habit."))
    for words in [["remind", "Read"], ["remind", "Read", "off", "20:00"]] {
      let archived = try person.run(words, now: now).output.asOneLine
      #expect(
        archived.contains("Read is archived, so nothing reminds of it. What you set is kept.")
      )
      #expect(archived.contains("trellis edit Read --unarchive"))
      #expect(!archived.contains("you will be reminded"))
    }
    try person.ask("edit", "Read", "--unarchive", now: now)
    #expect(try person.ask("remind", "Read", now: now).items("times").count == 1)
  }

  @Test func `the reminder of tomorrow is taken back alone`() throws {
    let person = try person()
    let now = "2026-03-02T09:00:00Z"
    try person.ask("remind", "Read", "19:00", now: now)
    let both = try person.ask("remind", "Read", "19:00", "--tomorrow", now: now)
    #expect(both.items("times").count == 2)
    let left = try person.ask("remind", "Read", "off", "19:00", "--tomorrow", now: now)
    #expect(left.items("times").map { $0.text("day") } == [nil])
  }

  @Test func `a product without reminders says so in one sentence`() throws {
    let person = try Person()
    try person.ask("init", "--product", "beebloom")
    #expect(try person.refusal("reminders") == "not-in-product")
  }
}
