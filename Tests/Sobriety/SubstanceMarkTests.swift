import Core
import SobrietyContract
import SobrietyDomain
import Testing
import TestKit
import TrackingContract

@Suite struct MarkTests {
  private func shades(_ harness: Harness, _ from: String, _ to: String) throws -> [Int] {
    try harness.ask(SoberDays(from: try day(from), to: try day(to))).map(\.shade)
  }

  @Test func `consecutive sober days grow darker up to ten`() throws {
    let harness = try sober("2026-06-20T12:00:00+02:00")
    for number in 1...13 {
      try harness.mark(.sober, "2026-06-\(number < 10 ? "0" : "")\(number)")
    }
    #expect(
      try shades(harness, "2026-05-31", "2026-06-14")
        == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 0]
    )
    // The range starts in the middle of a run and still knows its length.
    #expect(try shades(harness, "2026-06-05", "2026-06-07") == [5, 6, 7])
    try harness.mark(.notSober, "2026-06-03", drinks: 2)
    #expect(try shades(harness, "2026-06-01", "2026-06-06") == [1, 2, 0, 1, 2, 3])
    let slip = try #require(
      try harness.ask(SoberDays(from: try day("2026-06-03"), to: try day("2026-06-03"))).first
    )
    #expect(slip.status == .notSober)
    #expect(slip.drinks == 2)
  }

  @Test func `a day is corrected by marking it again`() throws {
    let harness = try sober("2026-06-20T12:00:00+02:00")
    try harness.mark(.sober)
    #expect(try harness.mark(.notSober, drinks: 3).day.drinks == 3)
    #expect(try harness.mark(.notSober).day.drinks == 3)
    #expect(try harness.mark(.notSober, drinks: 0).day.drinks == 0)
    let sober = try harness.mark(.sober)
    #expect(sober.day.status == .sober)
    #expect(sober.day.shade == 1)
    #expect(try harness.mark(.unmarked).day.status == .unmarked)
    #expect(try harness.sobriety().soberDays == 0)
  }

  @Test func `saying the same again changes nothing`() throws {
    let harness = try sober("2026-06-20T12:00:00+02:00")
    try harness.mark(.unmarked)
    #expect(harness.facts.isEmpty)
    try harness.mark(.sober)
    #expect(harness.facts.count == 2)
    try harness.mark(.sober)
    #expect(harness.facts.count == 2)
  }

  @Test func `any past day may be marked, a day to come may not`() throws {
    let harness = try sober("2026-06-20T23:30:00+02:00")
    try harness.mark(.sober, "1987-03-01")
    try harness.mark(.sober, "2026-06-20")
    #expect(harness.code { try harness.mark(.sober, "2026-06-21") } == "day-in-future")
    #expect(harness.code { try harness.mark(.sober, "1899-12-31") } == "day-too-old")
    #expect(harness.code { try harness.mark(.notSober, drinks: -1) } == "bad-drinks")
    #expect(harness.code { try harness.mark(.notSober, drinks: 1000) } == "bad-drinks")
    #expect(harness.code { try harness.mark(.sober, drinks: 1) } == "drinks-on-sober-day")
    harness.policies.backfillDays = 1
    #expect(harness.code { try harness.mark(.sober, "2026-06-18") } == "day-too-old")
    harness.policies.backfillDays = 0
    let refusal = #expect(throws: DomainError.self) { try harness.mark(.sober, "2026-06-19") }
    #expect(refusal?.message.hasPrefix("Only today (2026-06-20) can be marked here") == true)
  }

  @Test func `the current run lives until the day is over or a slip ends it`() throws {
    let harness = try sober("2026-06-18T12:00:00+02:00")
    try harness.mark(.sober)
    harness.now = try instant("2026-06-19T12:00:00+02:00")
    try harness.mark(.sober)
    #expect(try harness.sobriety().current == 2)
    harness.now = try instant("2026-06-20T12:00:00+02:00")
    #expect(try harness.sobriety().current == 2)
    try harness.mark(.notSober)
    #expect(try harness.sobriety().current == 0)
    #expect(try harness.sobriety().longest == 2)
    try harness.mark(.unmarked)
    harness.now = try instant("2026-06-21T00:00:01+02:00")
    #expect(try harness.sobriety().current == 0)
  }

  @Test func `filling a gap joins two runs`() throws {
    let harness = try sober("2026-06-20T12:00:00+02:00")
    for text in ["2026-06-16", "2026-06-17", "2026-06-19", "2026-06-20"] {
      try harness.mark(.sober, text)
    }
    #expect(try harness.sobriety().current == 2)
    let joined = try harness.mark(.sober, "2026-06-18").sobriety
    #expect(joined.current == 5)
    #expect(joined.longest == 5)
    #expect(joined.timer.since == (try instant("2026-06-16T00:00:00+02:00")))
  }

  @Test func `milestones keep the first day on which a run reached them`() throws {
    let harness = try sober("2026-06-20T12:00:00+02:00")
    for number in 1...8 { try harness.mark(.sober, "2026-05-0\(number)") }
    for number in 10...16 { try harness.mark(.sober, "2026-06-\(number)") }
    let sobriety = try harness.sobriety()
    #expect(
      sobriety.milestones == [
        ReachedMilestone(days: 1, day: try day("2026-05-01")),
        ReachedMilestone(days: 7, day: try day("2026-05-07")),
      ]
    )
    #expect(sobriety.nextMilestone == 1)
    #expect(sobriety.nextMilestoneDay == sobriety.day)
    try harness.mark(.notSober, "2026-05-03")
    #expect(try harness.sobriety().milestones.last?.day == (try day("2026-06-16")))
  }

  @Test func `after a year every year is a milestone`() {
    #expect(SoberMilestones.reached(by: 364).last == 180)
    #expect(SoberMilestones.reached(by: 1200).suffix(3) == [365, 730, 1095])
    #expect(
      [0, 1, 7, 100, 364, 365, 729, 730].map(SoberMilestones.next) == [
        1, 7, 14, 180, 365, 730, 730, 1095,
      ]
    )
  }

  @Test func `ranges are checked`() throws {
    let harness = try sober("2026-06-20T12:00:00+02:00")
    let today = try day("2026-06-20")
    for to in [-1, 40_000] {
      let query = SoberDays(from: today, to: today.advanced(by: to))
      #expect(throws: DomainError.self) { try harness.ask(query) }
    }
  }
}
