import Driver
import Foundation
import Testing

/// Freezes: earned, offered, used.
@Suite struct FreezeTests {
  /// A person who did it for `days` days up to the day before yesterday, and missed yesterday.
  private func kim(_ days: Int) throws -> Life {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-08", days))])
    return kim
  }

  private func stock(_ kim: Life) throws -> [Int] {
    let freezes = try kim.ask("streaks").part("freezes")
    return ["earned", "used", "available"].map { freezes.number($0) ?? -1 }
  }

  @Test(arguments: [(29, 0), (30, 1), (59, 1), (60, 2), (89, 2), (90, 3), (365, 12)])
  func `K-4 every 30 days in a row earn one`(days: Int, earned: Int) throws {
    let kim = try kim(days)
    #expect(try stock(kim) == [earned, 0, earned])
  }

  @Test func `K-4 after one missed day it is offered, never taken by itself`() throws {
    let kim = try kim(30)
    let offers = try kim.ask("streaks").items("offers").filter { $0.text("kind") == "freeze" }
    #expect(offers.texts("day") == ["2026-06-09"])
    let text = try kim.see("streaks").asOneLine
    #expect(text.contains("trellis freeze Read"))
    #expect(try stock(kim) == [1, 0, 1])
    #expect(try kim.ask("streaks").item("Read").number("current") == 0)
  }

  @Test func `K-4 used, it keeps the streak, and the day is protected`() throws {
    let kim = try kim(30)
    try kim.ask("freeze", "Read")
    let item = try kim.ask("streaks").item("Read")
    #expect(item.number("current") == 30)
    #expect(item.texts("protectedDays") == ["2026-06-09"])
    #expect(try stock(kim) == [1, 1, 0])
    #expect(try kim.ask("day", "Read", "2026-06-09").text("status") == "protected")
    #expect(
      try kim.ask("calendar", "Read").items("days").on("2026-06-09").text("status")
        == "protected"
    )
    #expect(try kim.ask("check", "Read").number("streak") == 31)
    #expect(try kim.see("calendar", "Read").contains("protected"))
    #expect(try kim.see("streaks").contains("🛡️"))
    let line = try #require(
      try kim.see("streaks").components(separatedBy: "\n").first {
        $0.contains("Read") && $0.contains("31 days")
      }
    )
    #expect(line.contains("🛡️"))
  }

  @Test func `K-4 an offer names what it saves, in today, check, freeze and the notice`() throws {
    let kim = try kim(97)
    for command in [["today"], ["streaks"], ["freeze"], ["check", "Read"]] {
      let text = try kim.person.run(command, now: kim.instant).output.asOneLine
      #expect(text.contains("97 days of Read"), "\(command): \(text)")
      #expect(text.contains("trellis freeze Read"), "\(command): \(text)")
      #expect(!text.contains("round two"), "\(command): \(text)")
    }
    let other = try self.kim(97)
    try other.at("2026-06-10T10:00:00Z")
    let notice = try other.ask("inbox").items().first { $0.text("kind") == "broken" }
    #expect(notice?.text("text")?.contains("97 days of Read") == true)
    #expect(notice?.text("text")?.contains("round two") == false)
  }

  @Test func `K-4 a freeze that was earned is told, once, and lies in stock on Today`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", 29))])
    #expect(try !kim.see("today").contains("in stock"))
    #expect(try kim.see("check", "Read").contains("Freeze earned!"))
    #expect(try !kim.see("check", "Read").contains("Freeze earned!"))
    #expect(try kim.see("today").contains("1 freeze in stock"))
    kim.pass(days: 1)
    #expect(try !kim.see("check", "Read").contains("Freeze earned!"))
  }

  @Test func `K-3, K-4 a check tells programs what it has just reached and earned`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", 29))])
    let check = try kim.ask("check", "Read")
    #expect(check.number("freezesEarned") == 1)
    let milestones = check.items("milestones")
    #expect(milestones.map { $0.number("level") } == [30])
    #expect(milestones.map { $0.number("times") } == [1])
    #expect(milestones.texts("unit") == ["day"])
    #expect(milestones.texts("day") == ["2026-06-10"])
    let again = try kim.ask("check", "Read")
    #expect(again["freezesEarned"] == nil)
    #expect(again.items("milestones").isEmpty)
  }

  @Test func `K-4 where nothing runs, freeze does not say that everything burns`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.ask("add", "Read")
    let text = try kim.see("freeze")
    #expect(!text.contains("burning"))
    #expect(text.contains("no run broke yesterday"))
  }

  @Test func `K-4 without one in stock none is offered, and asking says why`() throws {
    let kim = try kim(29)
    #expect(try kim.ask("streaks").items("offers").filter { $0.text("kind") == "freeze" }.isEmpty)
    #expect(try !kim.see("streaks").contains("trellis freeze"))
    #expect(try kim.refused("freeze", "Read").contains("freeze"))
    #expect(try stock(kim) == [0, 0, 0])
  }

  @Test func `K-4 two missed days are too late`() throws {
    let kim = try kim(30)
    kim.pass(days: 1)
    #expect(try kim.ask("streaks").items("offers").filter { $0.text("kind") == "freeze" }.isEmpty)
    #expect(try kim.refused("freeze", "Read").contains("No freeze was used"))
    #expect(try stock(kim) == [1, 0, 1])
    #expect(try kim.ask("streaks").item("Read").number("current") == 0)
  }

  @Test func `K-4 nothing missed, nothing to protect`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", 30))])
    #expect(try kim.refused("freeze", "Read").contains("needs no freeze"))
    #expect(try stock(kim) == [1, 0, 1])
  }

  @Test func `K-4 one freeze saves one habit of two`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([
      (title: "Read", days: Days.ending("2026-06-08", 30)),
      (title: "Run", days: Days.ending("2026-06-08", 10)),
    ])
    #expect(
      try kim.ask("streaks").items("offers").filter { $0.text("kind") == "freeze" }.count == 2
    )
    try kim.ask("freeze", "Run")
    #expect(try kim.ask("streaks").item("Run").number("current") == 10)
    #expect(try kim.ask("streaks").item("Read").number("current") == 0)
    #expect(try kim.refused("freeze", "Read").count > 20)
  }

  @Test func `K-4 a protected day does not count toward the next freeze`() throws {
    let kim = try kim(59)
    // Day 60 of the run was missed and is protected; the sixtieth done day earns the second freeze.
    try kim.ask("freeze", "Read")
    #expect(try stock(kim) == [1, 1, 0])
    try kim.ask("check", "Read")
    #expect(try kim.ask("streaks").item("Read").number("current") == 60)
    #expect(try stock(kim) == [2, 1, 1])
  }

  @Test func `K-4 a shield beside the streak tells that one is in stock`() throws {
    let kim = try kim(30)
    #expect(try kim.see("streaks").contains("🛡️"))
    #expect(try kim.see("streaks").contains("1 freeze"))
    #expect(try kim.see("freeze").contains("🛡️ 1 freeze"))
  }
}
