import Driver
import Foundation
import Testing

/// Notices about streaks, and the preferences for them.
@Suite struct NoticeTests {
  private func kim(_ days: Int) throws -> Life {
    let kim = try Life("streaks", zone: "Europe/Berlin", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", days))])
    return kim
  }

  private func kinds(_ kim: Life, _ instant: String) throws -> [String] {
    try kim.at(instant)
    return try kim.ask("inbox").items().texts("kind")
  }

  @Test func `K-11 at risk comes two hours before the local day ends, once`() throws {
    let kim = try kim(5)
    #expect(try kinds(kim, "2026-06-10T19:59:59Z").isEmpty)
    #expect(try kinds(kim, "2026-06-10T20:00:00Z") == ["at-risk"])
    #expect(try kinds(kim, "2026-06-10T21:59:00Z") == ["at-risk"])
    #expect(try kim.see("inbox").contains("Read"))
  }

  @Test func `K-11 quiet hours do not swallow the warning, and reminders says when it comes`()
    throws
  {
    let kim = try kim(5)
    let shown = try kim.see("reminders", "--quiet", "22:00-07:00").asOneLine
    #expect(shown.contains("At 21:45, before your quiet hours"))
    #expect(try kinds(kim, "2026-06-10T19:44:59Z").isEmpty)
    #expect(try kinds(kim, "2026-06-10T19:45:00Z") == ["at-risk"])
    #expect(try kinds(kim, "2026-06-10T21:30:00Z") == ["at-risk"])
  }

  @Test func `K-11 what is done, or has no streak, is not at risk`() throws {
    let kim = try kim(5)
    try kim.ask("add", "Run")
    try kim.ask("check", "Read")
    #expect(try kinds(kim, "2026-06-10T21:00:00Z").isEmpty)
  }

  @Test func `K-11 a broken streak gets one encouraging word the next morning`() throws {
    let kim = try kim(5)
    #expect(try !kinds(kim, "2026-06-11T03:00:00Z").contains("broken"))
    let morning = try kinds(kim, "2026-06-11T10:00:00Z")
    #expect(morning.filter { $0 == "broken" }.count == 1)
    #expect(try kinds(kim, "2026-06-12T10:00:00Z").filter { $0 == "broken" }.count == 1)
    let text = try kim.see("inbox")
    for word in ["fail", "lost", "bad"] { #expect(!text.contains(word)) }
  }

  @Test func `K-11 a long streak is told of once a week`() throws {
    let kim = try kim(40)
    var weekly = 0
    for _ in 0..<15 {
      try kim.ask("check", "Read")
      kim.pass(hours: 12)
      weekly = try kim.ask("inbox").items().texts("kind").filter { $0 == "weekly" }.count
      kim.pass(hours: 12)
    }
    #expect(weekly == 2)
    let short = try self.kim(3)
    try short.daily(15) { try short.ask("check", "Read") }
    #expect(try !short.ask("inbox").items().texts("kind").contains("weekly"))
  }

  @Test(arguments: ["notice-at-risk", "reminders"])
  func `K-11 what one does not want does not come`(key: String) throws {
    let kim = try kim(5)
    try kim.ask("settings", key, "off")
    #expect(try kinds(kim, "2026-06-10T21:00:00Z").isEmpty)
  }

  @Test func `K-11 a milestone one does not want is celebrated but not noticed`() throws {
    let kim = try kim(6)
    try kim.ask("settings", "notice-milestone", "off")
    try kim.ask("check", "Read")
    #expect(try kim.ask("inbox").items().isEmpty)
    #expect(try kim.ask("badges").number("total") == 1)
  }

  @Test func `K-11 in quiet hours notices wait until they end`() throws {
    let kim = try kim(6)
    try kim.ask("settings", "quiet-hours", "12:00-15:00")
    try kim.ask("remind", "Read", "13:00")
    #expect(try kinds(kim, "2026-06-10T12:59:00Z").isEmpty)
    #expect(try kinds(kim, "2026-06-10T13:00:00Z") == ["reminder"])
    try kim.ask("settings", "quiet-hours", "21:00-07:00")
    try kim.at("2026-06-10T19:30:00Z")
    try kim.ask("check", "Read")
    #expect(try kinds(kim, "2026-06-11T04:59:00Z") == ["reminder"])
    #expect(try kinds(kim, "2026-06-11T05:00:00Z") == ["milestone", "reminder"])
  }

  @Test func `K-11 nothing is sent twice, also when nobody looked for days`() throws {
    let kim = try kim(5)
    try kim.ask("remind", "Read", "12:00")
    // What was due on the days before has passed.
    for _ in 0..<2 { #expect(try kinds(kim, "2026-06-15T12:00:00Z") == ["reminder"]) }
    #expect(try kim.ask("inbox", "--read").number("unread") == 0)
    #expect(try kim.ask("inbox").number("unread") == 0)
  }
}
