import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

/// Changes of a habit's rhythm, difficulty and place in the archive leave the past as it was.
@Suite struct ChangeTests {
  private let id = HabitID(rawValue: 1)

  /// Tells Streaks of a habit whose rules changed.
  private func change(
    _ board: Board,
    createdOn: Day,
    _ edit: (inout HabitRules) throws -> Void
  ) throws {
    var details = HabitDetails(title: "Read")
    var rules = HabitRules(details)
    try edit(&rules)
    details.schedule = rules.schedules.last?.value ?? .daily
    details.difficulty = rules.difficulties.last?.value ?? .easy
    let at = Instant(seconds: Int64(createdOn.number) * 86_400)
    let habit = Habit(id: id, details: details, createdOn: createdOn, createdAt: at)
    try board.harness.given(change: HabitChanged(habit: habit, rules: rules))
  }

  private func schedule(_ text: String) throws -> Schedule { try #require(Schedule(text)) }

  @Test func `a new rhythm of the same unit goes on with the run`() throws {
    let board = try given(String(repeating: "x", count: 35))
    let start = board.today.advanced(by: -34)
    try change(board, createdOn: start) {
      $0.schedules.append(Dated(try schedule("2/3days"), from: board.today))
    }
    #expect(try board.streak().current == 35)
    #expect(try board.streak().best == 35)
  }

  @Test func `a change of the unit closes the run, and its badges stay`() throws {
    // 35 days to Wednesday 2026-03-11, a weekly habit from Thursday on.
    let board = try given(String(repeating: "x", count: 35) + ".")
    let start = board.today.advanced(by: -35)
    try change(board, createdOn: start) {
      $0.schedules.append(Dated(try schedule("weekly"), from: board.today))
    }
    let streak = try board.streak()
    #expect(streak.unit == .week)
    #expect(streak.current == 0)
    #expect(streak.best == 0)
    let runs = try #require(
      try board.harness.ask(RunsOf(habit: id, reaching: [30])).first
    ).runs
    #expect(runs.map(\.length) == [35])
    #expect(runs.map(\.unit) == [.day])
    #expect(runs[0].reached.map(\.day) == [start.advanced(by: 29)])
    #expect(try board.harness.ask(EndedStreaks()).isEmpty)
  }

  @Test func `back to the former unit, its best is there again`() throws {
    let board = try given("xxxxxxx" + ".......x......" + "xx", today: "2026-03-10")
    let start = board.today.advanced(by: -22)
    try change(board, createdOn: start) {
      $0.schedules += [
        Dated(try schedule("weekly"), from: start.advanced(by: 7)),
        Dated(try schedule("daily"), from: start.advanced(by: 21)),
      ]
    }
    let streak = try board.streak()
    #expect(streak.current == 2)
    #expect(streak.best == 7)
  }

  @Test func `a new quota begins with the next week`() throws {
    // Two in each week; four a week were wished for on Wednesday 2026-03-04.
    let board = try given("xx.....xx.....xx", "2/week", today: "2026-03-10")
    let start = try day("2026-02-23")
    try change(board, createdOn: start) {
      $0.schedules = [
        Dated(try schedule("2/week")), Dated(try schedule("4/week"), from: try day("2026-03-04")),
      ]
    }
    #expect(try board.streak().current == 2)
    try change(board, createdOn: start) {
      $0.schedules = [
        Dated(try schedule("2/week")), Dated(try schedule("4/week"), from: try day("2026-03-02")),
      ]
    }
    #expect(try board.streak().current == 0)
  }

  @Test func `days in the archive are neutral`() throws {
    let board = try given("xxx....xx")
    let start = board.today.advanced(by: -8)
    try change(board, createdOn: start) {
      $0.archivals += [
        Dated(true, from: start.advanced(by: 3)), Dated(false, from: start.advanced(by: 7)),
      ]
    }
    #expect(try board.streak().current == 5)
  }

  @Test func `each unit weighs what it was worth when it was done`() throws {
    let board = try given("xxxxx")
    let start = board.today.advanced(by: -4)
    try change(board, createdOn: start) {
      $0.difficulties.append(Dated(.hard, from: start.advanced(by: 3)))
    }
    let streak = try board.streak()
    #expect(streak.adjusted == 7)
    #expect(streak.difficulty == .hard)
  }

  @Test func `milestones of a rolling quota count what was done`() throws {
    // Two checks in 180 days cover them all.
    let board = try given("x" + String(repeating: ".", count: 179) + "x", "1/180days")
    let streak = try board.streak()
    #expect(streak.current == 181)
    #expect(streak.milestoneLength == 2)
    let runs = try #require(
      try board.harness.ask(RunsOf(habit: id, reaching: [2, 7, 30])).first
    ).runs
    #expect(runs[0].reached.map(\.length) == [2])
    #expect(runs[0].doneDays == 2)
    #expect(try board.harness.ask(AllStreaks()).freezes.earned == 0)
    // Two of the 181 days were done, and one day in 180 was planned.
    #expect(try board.stats().rates.all == 1)
  }
}
