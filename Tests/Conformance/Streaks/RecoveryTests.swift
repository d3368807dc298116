import Driver
import Foundation
import Testing

/// Recovery from a broken streak.
@Suite struct RecoveryTests {
  /// A person whose runs of these lengths ended three days ago.
  private func kim(_ runs: [String: Int]) throws -> Life {
    let kim = try Life("streaks", at: "2026-06-10T08:00:00Z")
    try kim.bring(
      runs.sorted { $0.key < $1.key }.map {
        (title: $0.key, days: Days.ending("2026-06-07", $0.value))
      }
    )
    return kim
  }

  @Test func `K-7 a broken streak gets kind words, and what was reached still counts`() throws {
    let kim = try kim(["Read": 12])
    let text = try kim.see("streaks").asOneLine
    #expect(text.contains("Read"))
    #expect(text.contains("12 days"))
    #expect(text.contains("Your best of 12 days is yours for good"))
    for word in ["fail", "lost", "bad", "sadly", "unfortunately", "shame"] {
      #expect(text.range(of: word, options: .caseInsensitive) == nil, "\(word)")
    }
    #expect(try kim.ask("badges").number("total") == 1)
    #expect(try kim.ask("stats").item("Read").number("totalDays") == 12)
  }

  @Test func `K-7 Today meets a break with the best, what counts and one small step`() throws {
    let text = try kim(["Read": 12]).see("today").asOneLine
    #expect(text.contains("Your best of 12 days is yours for good"))
    #expect(text.contains("Two minutes of it"))
    // Somebody who comes back after two weeks is met as well, and later no more.
    let late = try kim(["Read": 12])
    late.pass(days: 12)
    #expect(try late.see("today").asOneLine.contains("round two"))
    late.pass(days: 1)
    #expect(try !late.see("today").contains("round two"))
  }

  @Test func `K-7 nobody is called to a new start on a day of rest`() throws {
    let kim = try Life("streaks", at: "2026-01-01T09:00:00Z")
    try kim.ask("add", "Run")
    try kim.daily(3) { try kim.ask("check", "Run") }
    try kim.at("2026-01-05T09:00:00Z")
    try kim.ask("vacation", "plan", "today", "2026-01-10")
    try kim.at("2026-01-06T09:00:00Z")
    for command in [["today"], ["streaks"], ["streaks", "Run"]] {
      let text = try kim.person.run(command, now: kim.instant).output.asOneLine
      #expect(text.contains("Run"))
      for urge in ["round two", "Two minutes", "A nudge tomorrow", "--tomorrow"] {
        #expect(!text.contains(urge), "\(command): \(text)")
      }
    }
    #expect(try kim.ask("streaks").items("offers").isEmpty)
    // On its last day there is something for tomorrow, and the day after brings the usual words.
    try kim.at("2026-01-10T09:00:00Z")
    #expect(try kim.ask("streaks").items("offers").texts("kind") == ["reminder"])
    try kim.at("2026-01-11T09:00:00Z")
    #expect(try kim.see("today").asOneLine.contains("round two"))
    #expect(try kim.see("streaks").asOneLine.contains("Two minutes"))
  }

  @Test func `K-7 a skip without a streak speaks of none that is safe`() throws {
    let kim = try Life("streaks", at: "2026-01-01T09:00:00Z")
    try kim.ask("add", "Run")
    let text = try kim.see("skip", "Run").asOneLine
    #expect(text.contains("A skip breaks no streak"))
    #expect(!text.contains("Your streak"))
  }

  @Test func `K-7 after a new start the best one is the target`() throws {
    let kim = try kim(["Read": 12])
    let words = try kim.see("check", "Read").asOneLine
    #expect(words.contains("12 days"))
    let text = try kim.see("streaks", "Read").asOneLine
    #expect(text.contains("Best 12 days"))
    #expect(text.contains("11 days"))
  }

  @Test func `K-7 where several broke there is gentle guidance`() throws {
    let one = try kim(["Read": 12]).see("streaks").asOneLine
    let several = try kim(["Read": 12, "Run": 9, "Sing": 5]).see("streaks").asOneLine
    #expect(!one.contains("easiest"))
    #expect(several.contains("Relight the easiest one first"))
  }

  @Test func `K-7 a reminder for tomorrow is offered, and comes once`() throws {
    let kim = try kim(["Read": 12])
    let offers = try kim.ask("streaks").items("offers")
    #expect(offers.texts("kind").contains { $0.contains("remind") })
    #expect(try kim.see("streaks").contains("trellis remind Read"))
    try kim.ask("remind", "Read", "18:00", "--tomorrow")
    func reminders(_ instant: String) throws -> Int {
      try kim.at(instant)
      return try kim.ask("inbox").items().texts("kind").filter { $0 == "reminder" }.count
    }
    #expect(try reminders("2026-06-10T20:00:00Z") == 0)
    #expect(try reminders("2026-06-11T17:59:00Z") == 0)
    #expect(try reminders("2026-06-11T18:00:00Z") == 1)
    #expect(try reminders("2026-06-12T20:00:00Z") == 1)
  }
}
