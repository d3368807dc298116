import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct EndedTests {
  @Test(
    arguments: [
      ("xxx..", "daily", 3), ("xxx.", "daily", nil), ("xxx...", "daily", nil),
      ("xxx.x", "daily", nil), ("xxxs.", "daily", nil), ("xxx..", "2/7days", nil),
    ]
  )
  func `a streak ended if it was alive until yesterday`(
    days: String,
    schedule: String,
    length: Int?
  ) throws {
    let board = try given(days, schedule)
    #expect(try board.harness.ask(EndedStreaks()).map(\.length) == (length.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      ("xxx...", "daily", 2, 3), ("xxx...", "daily", 1, nil), ("xxx....", "daily", 2, nil),
      ("xxx..............", "daily", 13, 3), ("xxx...............", "daily", 13, nil),
      // Only the latest run is spoken of, and it is not once the habit was done again.
      ("xxx.x..", "daily", 14, 1), ("xxx...x", "daily", 14, nil),
    ]
  )
  func `a streak that ended some days ago is among those of as many days`(
    days: String,
    schedule: String,
    back: Int,
    length: Int?
  ) throws {
    let board = try given(days, schedule)
    let ended = try board.harness.ask(EndedStreaks(days: back))
    #expect(ended.map(\.length) == (length.map { [$0] } ?? []))
  }

  @Test func `a week that was missed is not spoken of once something was done again`() throws {
    // 2026-03-09 is a Monday. Two weeks were filled, the third was not.
    for (days, count) in [("xx.....xx............", 1), ("xx.....xx............x", 0)] {
      let board = try given("", "2/week", today: "2026-03-19", createdOn: "2026-02-23")
      let end = try day("2026-02-23").advanced(by: days.count - 1)
      try board.say(days, of: .init(rawValue: 1), endingOn: end)
      #expect(try board.harness.ask(EndedStreaks(days: 14)).count == count, "\(days)")
    }
  }

  @Test func `what a freeze can save and a single day are not met as breaks, the best is first`() {
    func streak(_ id: UInt128, best: Int, _ unit: StreakUnit = .day) -> EndedStreak {
      EndedStreak(habit: .init(rawValue: id), title: "", unit: unit, length: 1, best: best)
    }
    let offers = [FreezeOffer(habit: .init(rawValue: 3), day: Day(number: 20_000))]
    let ended = [streak(1, best: 1), streak(2, best: 4), streak(3, best: 90), streak(4, best: 7)]
    #expect(ended.met(besides: offers).map(\.best) == [7, 4])
    // Two weeks are longer than seven days.
    let all = ended + [streak(5, best: 2, .week)]
    #expect(all.met(besides: offers).map(\.best) == [2, 7, 4])
  }

  @Test func `an occurrence that was missed is told of on the next day alone`() throws {
    // 2026-03-09 is a Monday, and was missed.
    for (today, ended) in [("2026-03-09", 0), ("2026-03-10", 1), ("2026-03-11", 0)] {
      let board = try given("", "mon", today: today, createdOn: "2026-03-02")
      try board.say("x", of: .init(rawValue: 1), endingOn: try day("2026-03-02"))
      #expect(try board.harness.ask(EndedStreaks()).count == ended)
    }
  }

  @Test func `a freeze keeps a streak from having ended`() throws {
    let board = try given("xxxp.")
    #expect(try board.harness.ask(EndedStreaks()).isEmpty)
  }
}
