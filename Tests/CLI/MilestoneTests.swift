import Driver
import Foundation
import Testing

/// Milestones in the built program: each is reported once, in whatever way.
@Suite struct MilestoneTests {
  /// A person who has checked one habit on six days, the last of them yesterday.
  private func person(_ product: String) throws -> Life {
    let life = try Life(product, at: "2026-03-01T08:00:00Z")
    try life.ask("add", "Read")
    try life.daily(6) {
      let reached = try life.ask("check", "Read").items("milestones")
      #expect(reached.isEmpty)
    }
    return life
  }

  private func notices(_ life: Life) throws -> [[String: Any]] {
    try life.ask("inbox").items().filter { $0.text("kind") == "milestone" }
  }

  /// The milestone in the sentence that reports it.
  private let sentence = "Read: 7 days"

  @Test(arguments: ["streaks", "hobbyist"])
  func `day seven is said once on a terminal, and then no more`(product: String) throws {
    let life = try person(product)
    #expect(try life.seeOnTerminal("check", "Read").count(of: sentence) == 1)
    #expect(try !life.seeOnTerminal("today").contains(sentence))
    for command in ["uncheck", "check", "check"] {
      #expect(try !life.seeOnTerminal(command, "Read").contains(sentence), "\(command)")
    }
    #expect(try notices(life).count == 1)
    life.pass(days: 1)
    #expect(try !life.seeOnTerminal("check", "Read").contains(sentence))
  }

  @Test func `a piped check says it once where it is celebrated, and leaves a notice`() throws {
    let life = try person("streaks")
    #expect(try life.see("check", "Read").asOneLine.count(of: sentence) == 1)
    for command in ["uncheck", "check"] {
      #expect(try !life.see(command, "Read").asOneLine.contains(sentence), "\(command)")
    }
    try expectOneUnread(life)
  }

  @Test func `a piped check where nothing celebrates leaves it to the notice`() throws {
    let life = try person("hobbyist")
    for command in ["check", "uncheck", "check"] {
      #expect(try !life.see(command, "Read").asOneLine.contains(sentence), "\(command)")
    }
    try expectOneUnread(life)
  }

  private func expectOneUnread(_ life: Life) throws {
    #expect(try notices(life).count == 1)
    let notice = try #require(try notices(life).first)
    #expect(notice.flag("read") == false)
    #expect(notice.text("title") == "Read")
    #expect(notice.text("text")?.count(of: sentence) == 1)
    #expect(try life.see("inbox", "--new").asOneLine.count(of: sentence) == 1)
  }

  @Test func `what a check has reached stands in its document`() throws {
    let life = try person("streaks")
    let reached = try life.ask("check", "Read").items("milestones")
    #expect(reached.map { $0.number("level") } == [7])
    #expect(reached.first?.text("unit") == "day")
    #expect(reached.first?.text("day") == "2026-03-07")
    #expect(reached.first?.number("times") == 1)
    #expect(try life.ask("check", "Read").items("milestones").isEmpty)
    // The badge disappears with the check, and returns with it.
    #expect(try life.ask("uncheck", "Read").items("milestones").isEmpty)
    #expect(try life.ask("check", "Read").items("milestones").map { $0.number("level") } == [7])
    #expect(try !life.see("today").contains(sentence))
    #expect(try notices(life).count == 1)
  }

  @Test func `what quiet hours held back is said once when they are over`() throws {
    let life = try person("hobbyist")
    try life.ask("settings", "quiet-hours", "07:00-10:00")
    #expect(try !life.seeOnTerminal("check", "Read").contains(sentence))
    #expect(try notices(life).isEmpty)
    life.pass(hours: 3)
    #expect(try life.seeOnTerminal("inbox").count(of: sentence) == 1)
    #expect(try !life.seeOnTerminal("today").contains(sentence))
    #expect(try notices(life).count == 1)
  }

  @Test func `a celebration hides no notice of another habit`() throws {
    let life = try person("streaks")
    try life.bring([(title: "Run", days: Days.ending("2026-03-06", 6))])
    try life.ask("settings", "quiet-hours", "07:00-10:00")
    try life.ask("check", "Read")
    life.pass(hours: 3)
    let words = try life.seeOnTerminal("check", "Run")
    #expect(words.count(of: "Run: 7 days") == 1)
    #expect(words.count(of: sentence) == 1)
    #expect(try notices(life).count == 2)
  }
}
