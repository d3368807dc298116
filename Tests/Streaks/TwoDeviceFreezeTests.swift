import Core
import StreaksContract
import StreaksDomain
import TestKit
import Testing
import TrackingContract

/// Devices that spend the same freeze without knowing of each other.
@Suite struct TwoDeviceFreezeTests {
  private let first = HabitID(rawValue: 1)
  private let second = HabitID(rawValue: 2)

  private func stamp(_ minute: Int64, _ device: UInt64) -> HybridTimestamp {
    HybridTimestamp(
      clock: HybridTime(milliseconds: 1_773_000_000_000 + minute * 60_000),
      device: DeviceID(rawValue: device)
    )
  }

  /// Two habits with thirty and twenty days, both missed yesterday; one freeze is in stock.
  private func board() throws -> Board {
    let board = try given(String(repeating: "x", count: 30) + "..")
    try board.add(2, createdOn: try day("2026-02-01"))
    try board.say(String(repeating: "x", count: 20) + "..", of: second)
    return board
  }

  private func use(_ habit: HabitID, on day: Day, earned: Int? = 1) -> FreezeUsed {
    FreezeUsed(habit: habit, day: day, at: Instant(seconds: 0), earned: earned)
  }

  @Test func `the earlier use stands and the other is given back, whichever comes first`() throws {
    let yesterday = try day("2026-03-11")
    let uses = [
      (use(first, on: yesterday), stamp(5, 1)), (use(second, on: yesterday), stamp(3, 2)),
    ]
    for order in [uses, uses.reversed()] {
      let board = try board()
      for (fact, stamp) in order { try board.harness.given(fact, at: stamp) }
      #expect(try board.streak(second).current == 20)
      #expect(try board.streak(first).current == 0)
      let report = try board.harness.ask(AllStreaks())
      #expect(report.freezes == FreezeStock(earned: 1, used: 1))
      #expect(
        report.returned == [ReturnedFreeze(habit: first, title: "Habit 1", day: yesterday)]
      )
      let told = board.harness.changes.compactMap { $0 as? FreezeReturned }
      #expect(told.map(\.habit) == [first])
    }
  }

  @Test func `what was spent on a day that another device did is left for a day that needs it`()
    throws
  {
    let board = try board()
    let yesterday = try day("2026-03-11")
    try board.harness.given(use(first, on: yesterday), at: stamp(5, 1))
    try board.harness.given(use(second, on: yesterday), at: stamp(3, 2))
    try board.check(second, yesterday, .done)
    #expect(try board.streak(first).current == 30)
    #expect(try board.streak(second).current == 21)
    let report = try board.harness.ask(AllStreaks())
    #expect(report.freezes == FreezeStock(earned: 1, used: 1))
    #expect(report.returned.isEmpty)
  }

  @Test func `both stand when each device had earned one of its own`() throws {
    let board = try given(String(repeating: "x", count: 30) + "..")
    try board.add(2, createdOn: try day("2026-02-01"))
    try board.say(String(repeating: "x", count: 30) + "..", of: second)
    let yesterday = try day("2026-03-11")
    try board.harness.given(use(first, on: yesterday), at: stamp(5, 1))
    try board.harness.given(use(second, on: yesterday), at: stamp(3, 2))
    #expect(try board.harness.ask(AllStreaks()).freezes == FreezeStock(earned: 2, used: 2))
    #expect(try board.streak(first).current == 30)
    #expect(try board.harness.ask(AllStreaks()).returned.isEmpty)
  }

  @Test func `what is earned later does not bring a returned freeze back`() throws {
    let board = try board()
    let yesterday = try day("2026-03-11")
    try board.harness.given(use(second, on: yesterday), at: stamp(3, 2))
    try board.harness.given(use(first, on: yesterday), at: stamp(5, 1))
    board.harness.now = board.harness.now.advanced(bySeconds: 40 * 86_400)
    try board.say(String(repeating: "x", count: 40), of: first)
    #expect(try board.harness.ask(AllStreaks()).freezes == FreezeStock(earned: 2, used: 1))
    #expect(try board.streak(first).current == 40)
  }

  @Test func `one day protected on two devices spends one freeze`() throws {
    let board = try board()
    let yesterday = try day("2026-03-11")
    try board.harness.given(use(first, on: yesterday), at: stamp(5, 1))
    try board.harness.given(use(first, on: yesterday), at: stamp(3, 2))
    #expect(try board.harness.ask(AllStreaks()).freezes == FreezeStock(earned: 1, used: 1))
    #expect(!board.harness.changes.contains { $0 is FreezeReturned })
  }

  @Test func `deleting the habit that earned a freeze breaks no other streak`() throws {
    let board = try board()
    try board.harness.given(use(second, on: try day("2026-03-11")), at: stamp(3, 2))
    try board.harness.given(change: HabitRemoved(habit: first))
    #expect(try board.streak(second).current == 20)
    #expect(try board.harness.ask(AllStreaks()).freezes.available == 0)
  }

  @Test func `a freeze that joins two runs says so`() throws {
    let board = try given(String(repeating: "x", count: 30) + ".x")
    try board.harness.given(use(first, on: try day("2026-03-11")), at: stamp(3, 2))
    let change = try #require(board.harness.changes.last as? StreakChanged)
    #expect((change.from, change.to) == (30, 31))
    #expect(change.start == board.today.advanced(by: -31))
  }

  @Test func `any order of uses and days is the same state and the same streaks`() throws {
    for seed in UInt64(0)..<500 {
      var random = SplitMix64(seed: seed)
      let days = Int.random(in: 20...75, using: &random)
      let start = try day("2026-01-01")
      var events: [Event] = []
      for habit in [first, second] {
        for offset in 0..<days where Int.random(in: 0..<12, using: &random) > 0 {
          events.append(.check(habit, start.advanced(by: offset)))
        }
      }
      for index in 0..<Int.random(in: 1...5, using: &random) {
        let offset = Int.random(in: 0..<days, using: &random)
        let earned = Bool.random(using: &random) ? Int.random(in: 0...2, using: &random) : nil
        let habit = Bool.random(using: &random) ? first : second
        let minute = Int64.random(in: 0...6, using: &random)
        events.append(
          .use(
            use(habit, on: start.advanced(by: offset), earned: earned),
            stamp(minute, UInt64(index + 1))
          )
        )
      }
      let today = start.advanced(by: days)
      let expected = try outcome(events, today)
      for _ in 0..<2 {
        let other = try outcome(events.shuffled(using: &random), today)
        #expect(other.bytes == expected.bytes, "seed \(seed)")
        #expect(other.report == expected.report, "seed \(seed)")
      }
      #expect(expected.report == expected.reopened, "seed \(seed)")
    }
  }

  @Test func `payloads of version 1 are read for ever`() throws {
    let old =
      #"{"at":1773273600000,"day":"2026-03-11","habit":"00000000000000000000000000000001"}"#
    let new =
      #"{"at":1773273600000,"day":"2026-03-11","earned":2,"#
      + #""habit":"00000000000000000000000000000001"}"#
    for text in [old, new] {
      let fact = try FreezeUsed.upcast(payload: Array(text.utf8), version: 1)
      #expect(fact.earned == (text == new ? 2 : nil))
      #expect(String(decoding: try JSON.encode(fact), as: UTF8.self) == text)
    }
  }

  private enum Event {
    case check(HabitID, Day)
    case use(FreezeUsed, HybridTimestamp)
  }

  private func outcome(
    _ events: [Event],
    _ today: Day
  ) throws -> (bytes: [UInt8], report: StreaksReport, reopened: StreaksReport) {
    let board = Board(today: today, weekStart: .sunday)
    try board.add(1, createdOn: try day("2026-01-01"))
    try board.add(2, .times(3, per: .week), createdOn: try day("2026-01-01"))
    for event in events {
      switch event {
      case .check(let habit, let day): try board.check(habit, day, .done)
      case .use(let fact, let stamp): try board.harness.given(fact, at: stamp)
      }
    }
    let bytes = board.harness.snapshot
    let report = try board.harness.ask(AllStreaks())
    try board.harness.reopenFromSnapshot()
    return (bytes, report, try board.harness.ask(AllStreaks()))
  }
}
