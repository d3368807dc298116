import Driver
import Foundation
import Testing

/// Marking days, and the clock and calendar behind that.
@Suite struct DayTests {
  @Test func `H-08 today is marked and taken back, and the streak follows`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    try ada.ask("add", "Draw")
    try ada.daily(2) { try ada.ask("check", "Draw") }
    let done = try ada.ask("check", "Draw")
    #expect(done.text("status") == "done")
    #expect(done.number("streak") == 3)
    #expect(try ada.see("today").contains("✓ Draw"))
    let open = try ada.ask("uncheck", "Draw")
    #expect(open.text("status") == "open")
    #expect(open.number("streak") == 2)
    #expect(try ada.ask("today").item("Draw").flag("atRisk") == true)
    #expect(try ada.ask("history").number("total") == 2)
  }

  @Test(arguments: [("check", "done"), ("uncheck", "open")])
  func `H-08 rapid toggling ends in the last state asked for`(last: String, status: String) throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    try ada.ask("add", "Draw")
    for _ in 0..<6 {
      try ada.ask("check", "Draw")
      try ada.ask("uncheck", "Draw")
    }
    try ada.ask(last, "Draw")
    try ada.ask(last, "Draw")
    #expect(try ada.ask("today").item("Draw").text("status") == status)
    #expect(try ada.ask("history").number("total") == (status == "done" ? 1 : 0))
  }

  @Test func `H-08 any day gone by can be corrected, and one to come not marked`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    try ada.ask("add", "Draw")
    ada.pass(days: 3)
    for day in ["2026-03-06", "2027-01-01"] {
      #expect(try ada.refused("check", "Draw", "--day", day).count > 20)
    }
    #expect(try ada.ask("history").number("total") == 0)
    for day in ["yesterday", "2026-03-03", "2025-12-24"] {
      #expect(try ada.ask("check", "Draw", "--day", day).text("status") == "done")
    }
    #expect(try ada.ask("uncheck", "Draw", "--day", "2026-03-03").text("status") == "missed")
    #expect(try ada.ask("history").number("total") == 2)
  }

  @Test func `H-09 hobbies, history and preferences are there after a restart`() throws {
    let ada = try Life("hobbyist", zone: "Asia/Tokyo", at: "2026-03-02T08:00:00Z")
    try ada.ask("profile", "--name", "Ada")
    try ada.ask("settings", "week-start", "sunday")
    try ada.ask("settings", "reduced-motion", "on")
    try ada.ask("add", "Draw", "--notes", "ink", "--color", "teal", "--group", "Art")
    try ada.ask("check", "Draw", "--note", "a tree")
    // Every command is a separate process; only the files are the same.
    let profile = try ada.ask("profile")
    #expect(profile.text("displayName") == "Ada")
    #expect(profile.text("weekStart") == "sunday")
    #expect(profile.text("timeZone") == "Asia/Tokyo")
    #expect(profile.part("preferences").text("reduced-motion") == "on")
    #expect(try ada.ask("list").item("Draw").text("group") == "Art")
    #expect(try ada.ask("day", "Draw", "today").text("note") == "a tree")
    let names = try FileManager.default.contentsOfDirectory(atPath: ada.person.home.path)
    for name in names where name.hasPrefix("space.db") {
      let file = ada.person.home.appendingPathComponent(name).path
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(mode as? Int == 0o600, "\(name)")
    }
  }

  @Test func `H-11 a completion has its instant and the local date of that instant`() throws {
    let ada = try Life("hobbyist", zone: "America/New_York", at: "2026-03-03T03:30:00Z")
    try ada.ask("add", "Draw")
    let done = try ada.ask("check", "Draw")
    #expect(done.text("day") == "2026-03-02")
    #expect(done.text("at") == "2026-03-02T22:30:00-05:00")
    #expect(try ada.see("day", "Draw", "today").contains("22:30"))
  }

  @Test func `H-11 moving to another zone leaves the days that were marked where they are`() throws
  {
    let ada = try Life("hobbyist", zone: "America/New_York", at: "2026-03-03T03:30:00Z")
    try ada.ask("add", "Draw")
    try ada.ask("check", "Draw")
    try ada.ask("settings", "time-zone", "Pacific/Auckland")
    #expect(try ada.ask("today").text("day") == "2026-03-03")
    #expect(try ada.ask("today").item("Draw").text("status") == "open")
    #expect(try ada.ask("day", "Draw", "2026-03-02").text("status") == "done")
    #expect(try ada.ask("check", "Draw").number("streak") == 2)
  }

  @Test func `H-11 days of 23 and of 25 hours are one day each`() throws {
    let ada = try Life("hobbyist", zone: "Europe/Berlin", at: "2026-03-28T22:30:00Z")
    try ada.ask("add", "Draw")
    // Around the clock change of 29 March: 23:30, then 00:30, 03:30 and 23:30 of the short day.
    for (instant, day) in [
      ("2026-03-28T22:30:00Z", "2026-03-28"), ("2026-03-28T23:30:00Z", "2026-03-29"),
      ("2026-03-29T21:59:00Z", "2026-03-29"), ("2026-03-29T22:00:00Z", "2026-03-30"),
      ("2026-10-24T22:00:00Z", "2026-10-25"), ("2026-10-25T22:59:00Z", "2026-10-25"),
      ("2026-10-25T23:00:00Z", "2026-10-26"),
    ] {
      try ada.at(instant)
      #expect(try ada.ask("check", "Draw").text("day") == day)
    }
    #expect(try ada.ask("stats").item("Draw").number("totalDays") == 5)
    #expect(try ada.ask("streaks").item("Draw").number("best") == 3)
  }

  @Test(.enabled(if: Offline.isPossible, "this machine gives no network namespaces"))
  func `H-10 all that tracking needs works where there is no network`() throws {
    let ada = try Life("hobbyist", at: "2026-03-02T08:00:00Z")
    let outcome = try Offline.run(
      [
        ["add", "Draw"], ["check", "Draw"], ["uncheck", "Draw"], ["check", "Draw"], ["today"],
        ["week"], ["history"], ["calendar", "Draw"], ["streaks"], ["stats"],
        [
          "edit", "Draw",
          "--title", "Ink",
        ], ["delete", "Ink", "--yes"],
      ],
      in: ada.person,
      now: ada.instant
    )
    let offline = try #require(outcome)
    #expect(offline.failed.isEmpty)
  }
}
