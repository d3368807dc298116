import Driver
import Foundation
import Testing

/// Milestones, badges and scores.
@Suite struct MilestoneTests {
  /// A person who has done it for `days` days up to yesterday.
  private func kim(_ days: Int) throws -> Life {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([(title: "Read", days: Days.ending("2026-06-09", days))])
    return kim
  }

  @Test(arguments: [7, 30, 60, 100, 365])
  func `K-3 a milestone is celebrated, noted with its day, and noticed at once`(level: Int) throws {
    let kim = try kim(level - 1)
    let before = try kim.ask("badges").number("total") ?? -1
    let words = try kim.see("check", "Read").asOneLine
    #expect(words.contains("Read: \(level) days in a row! The badge is yours."))
    let badges = try kim.ask("badges")
    #expect(badges.number("total") == before + 1)
    let badge = badges.items().first { $0.number("level") == level } ?? [:]
    #expect(badge.text("title") == "Read")
    #expect(badge.text("day") == "2026-06-10")
    #expect(badge.number("times") == 1)
    let notices = try kim.ask("inbox").items()
    #expect(notices.texts("kind") == ["milestone"])
    #expect(try kim.see("inbox").contains("Read: \(level) days in a row."))
    #expect(try kim.see("badges").contains("\(level) days"))
  }

  @Test(arguments: [5, 8, 28, 58, 98, 363])
  func `K-3 a day that reaches no milestone is not celebrated`(days: Int) throws {
    let kim = try kim(days - 1)
    let before = try kim.ask("badges").number("total")
    try kim.ask("check", "Read")
    #expect(try kim.ask("badges").number("total") == before)
    #expect(try kim.ask("inbox").items().isEmpty)
  }

  @Test func `K-3 the profile tells how many there are over all habits`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([
      (title: "Read", days: Days.ending("2026-06-09", 31)),
      (title: "Run", days: Days.ending("2026-06-09", 8)),
    ])
    #expect(try kim.ask("profile").number("badges") == 3)
    #expect(try kim.ask("badges").number("total") == 3)
    #expect(try kim.see("profile").contains("3 badges"))
  }

  @Test func `K-3 a break keeps a badge, and reaching it again is counted`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring([
      (title: "Read", days: Days.ending("2026-04-10", 7) + Days.ending("2026-05-31", 7))
    ])
    let badge = try #require(try kim.ask("badges").items().first)
    #expect(badge.number("level") == 7)
    #expect(badge.number("times") == 2)
    #expect(badge.text("day") == "2026-04-10")
    #expect(try kim.ask("streaks").item("Read").number("current") == 0)
  }

  @Test func `K-3 taking the check back takes its badge back`() throws {
    let kim = try kim(6)
    try kim.ask("check", "Read")
    #expect(try kim.ask("badges").number("total") == 1)
    try kim.ask("uncheck", "Read")
    #expect(try kim.ask("badges").number("total") == 0)
    try kim.ask("check", "Read")
    #expect(try kim.ask("badges").items().first?.number("times") == 1)
    #expect(try kim.ask("inbox").items().texts("kind") == ["milestone"])
  }

  @Test func `K-3 deleting a habit takes its badges along`() throws {
    let kim = try kim(40)
    #expect(try kim.ask("badges").number("total") == 2)
    try kim.ask("delete", "Read", "--yes")
    #expect(try kim.ask("badges").number("total") == 0)
    #expect(try kim.ask("profile").number("badges") == 0)
  }

  @Test(arguments: [("easy", 1.0), ("medium", 1.5), ("hard", 2.0)])
  func `K-9 the streak is weighed by how hard a habit is, and shown beside the raw one`(
    difficulty: String,
    weight: Double
  ) throws {
    let kim = try kim(9)
    try kim.ask("edit", "Read", "--difficulty", difficulty, "--from", "2026-01-01")
    try kim.ask("check", "Read")
    let item = try kim.ask("streaks").item("Read")
    #expect(item.number("current") == 10)
    #expect(item.amount("adjusted") == 10 * weight)
    let score = try kim.ask("score").item("Read")
    #expect(score.text("difficulty") == difficulty)
    #expect(score.amount("multiplier") == weight)
    // Difficulty is not shown if all habits are easy.
    #expect(try difficulty == "easy" || kim.see("score").contains(difficulty))
    #expect(try difficulty == "easy" || kim.see("streaks").contains("Weighted"))
  }

  @Test func `K-9 a hard and an easy habit that are kept equally well are equal`() throws {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    let days = Days.ending("2026-06-09", 25)
    try kim.bring([(title: "Read", days: days), (title: "Run", days: days)])
    try kim.ask("edit", "Run", "--difficulty", "hard", "--from", "2026-01-01")
    let scores = try kim.ask("score")
    #expect(scores.item("Read").number("score") == scores.item("Run").number("score"))
    #expect(scores.item("Read").amount("strength") == scores.item("Run").amount("strength"))
    #expect(scores.item("Run").amount("adjusted") == 50)
    let score = scores.item("Run").number("score") ?? -1
    #expect((0...100).contains(score))
  }

  @Test func `K-9 a new difficulty weighs what comes, and rewrites nothing earned`() throws {
    let kim = try kim(9)
    try kim.ask("edit", "Read", "--difficulty", "hard")
    try kim.ask("check", "Read")
    #expect(try kim.ask("streaks").item("Read").amount("adjusted") == 11)
    #expect(try !kim.see("badges").contains("hard"))
    #expect(try kim.see("score", "--explain", "Read").asOneLine.contains("as they were = 11 "))
  }

  @Test func `K-9 where a score comes from is explained day by day`() throws {
    let kim = try kim(25)
    let explained = try kim.ask("score", "--explain", "Read")
    let days = explained.items("days")
    #expect(days.count >= 25)
    let changes = days.compactMap { $0.amount("change") }.reduce(0, +)
    let strength = try #require(explained.items().first?.amount("strength"))
    #expect(abs((explained.amount("strengthBefore") ?? 0) + changes - strength) < 0.000_001)
    #expect(try kim.see("score", "--explain", "Read").contains("30-day rate"))
  }

  @Test func `K-9 a milestone of a hard habit gets more recognition`() throws {
    let easy = try kim(6)
    let hard = try kim(6)
    try hard.ask("edit", "Read", "--difficulty", "hard")
    let (plain, more) = (try easy.see("check", "Read"), try hard.see("check", "Read"))
    #expect(more.count > plain.count)
    #expect(more.contains("hard"))
    #expect(!plain.contains("hard"))
    #expect(try hard.ask("badges").items().first?.flag("hard") == true)
    #expect(try hard.see("badges").contains("hard"))
  }
}
