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
