import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct RunsOfTests {
  private let habit = HabitID(rawValue: 1)

  private func runs(_ board: Board, _ lengths: [Int] = []) throws -> [StreakRun] {
    try #require(
      try board.harness.ask(RunsOf(habit: habit, reaching: lengths)).first
    ).runs
  }

  @Test func `runs tell their days and when they grew`() throws {
    let board = try given("xxxx..xxxsxx.")
    let runs = try runs(board, [3, 5, 9])
    let first = board.today.advanced(by: -12)
    #expect(runs.map(\.length) == [4, 5])
    #expect(runs.map(\.start) == [first, first.advanced(by: 6)])
    #expect(runs.map(\.end) == [first.advanced(by: 3), first.advanced(by: 11)])
    #expect(runs.map(\.isCurrent) == [false, true])
    #expect(runs[0].reached == [.init(length: 3, day: first.advanced(by: 2))])
    #expect(
      runs[1].reached == [
        .init(length: 3, day: first.advanced(by: 8)), .init(length: 5, day: first.advanced(by: 11)),
      ]
    )
  }

  @Test func `a run of weeks reaches a length with the check that decides the week`() throws {
    // Three weeks from Monday; the quota of two is reached on Wednesday, Friday and Tuesday.
    let board = try given("x.x....x...x..xx.....", "2/week", today: "2026-03-15")
    let run = try #require(try runs(board, [1, 2, 3]).first)
    #expect(run.length == 3)
    #expect(run.doneDays == 6)
    let start = try day("2026-02-23")
    #expect(run.start == start)
    #expect(run.end == start.advanced(by: 15))
    #expect(run.reached.map(\.day) == [2, 11, 15].map { start.advanced(by: $0) })
  }

  @Test(arguments: ["daily", "mon,wed,fri", "every:2", "3/week", "4/month", "3/7days"])
  func `lengths are reached as a day by day walk says`(_ text: String) throws {
    let schedule = try #require(Schedule(text))
    for seed in UInt64(0)..<40 {
      var random = SplitMix64(seed: seed)
      let sample = Sample(schedule, using: &random)
      let board = Board(today: sample.today, weeks: sample.reference.weeks)
      try board.add(1, schedule, createdOn: sample.reference.createdOn)
      for (day, status) in sample.reference.statuses.sorted(by: { $0.key < $1.key }) {
        try board.check(habit, day, status)
      }
      var reference = sample.reference
      reference.protected = []
      reference.shortened = []
      reference.vacation = nil
      let runs = try runs(board, [1, 2, 3, 5])
      let streak = reference.streak(sample.today)
      #expect(runs.count == streak.runs, "\(text), seed \(seed)")
      #expect((runs.map(\.length).max() ?? 0) == streak.best, "\(text), seed \(seed)")
      #expect((runs.last { $0.isCurrent }?.length ?? 0) == streak.current, "\(text), \(seed)")
      for run in runs {
        #expect(run.reached.map(\.length) == [1, 2, 3, 5].filter { $0 <= run.milestoneLength })
        #expect(run.reached.map(\.day) == run.reached.map(\.day).sorted())
      }
    }
  }

  @Test func `rates of stretches count what was filled in them, or ended in them unfilled`() throws
  {
    let board = try given("xx.x...xxxxxxx", today: "2026-03-15")
    let monday = try day("2026-03-02")
    let weeks = [0, 7].map {
      DayStretch(from: monday.advanced(by: $0), to: monday.advanced(by: $0 + 6))
    }
    let rates = try board.harness.ask(RangeRates(habit: habit, stretches: weeks))
    #expect(rates == [CompletionRate(done: 3, planned: 7), CompletionRate(done: 7, planned: 7)])
    #expect(CompletionRate(done: 0, planned: 0).rate == nil)
    let weekly = try given("xx.x...xx.....", "2/week", today: "2026-03-15")
    let half = DayStretch(from: monday, to: monday.advanced(by: 9))
    let rate = try weekly.harness.ask(RangeRates(habit: nil, stretches: [half]))
    // The second week is not over, but its quota was filled on the 10th.
    #expect(rate == [CompletionRate(done: 2, planned: 2)])
    let month = try given("..............x..", "weekly", today: "2026-02-28")
    let stretches = [
      DayStretch(from: try day("2026-02-01"), to: try day("2026-02-28")),
      DayStretch(from: try day("2026-03-01"), to: try day("2026-03-31")),
    ]
    let filled = try month.harness.ask(RangeRates(habit: nil, stretches: stretches))
    #expect(filled == [CompletionRate(done: 1, planned: 3), CompletionRate(done: 0, planned: 0)])
  }

  @Test func `a run tells how many of its days were marked later`() throws {
    let board = try given("xxxx..xxxxx.")
    let first = board.today.advanced(by: -11)
    for day in [1, 6, 8, 10] {
      let change = CheckChanged(
        habit: habit,
        day: first.advanced(by: day),
        from: .done,
        to: .done,
        value: nil,
        isKnown: true,
        isWitnessed: false
      )
      try board.harness.given(change: change)
    }
    func recorded() throws -> [RecordedDays] { try runs(board).map(\.recorded) }
    #expect(
      try recorded() == [RecordedDays(done: 4, witnessed: 3), RecordedDays(done: 5, witnessed: 2)]
    )
    let grown = try runs(board, [3])
    #expect(grown[1].reached.map(\.recorded) == [RecordedDays(done: 3, witnessed: 1)])
    let query = RecordedDaysOf(habit: habit, from: first.advanced(by: 1), to: board.today)
    #expect(try board.harness.ask(query) == RecordedDays(done: 8, witnessed: 4))
    let every = RecordedDaysOf(from: first, to: first.advanced(by: 6))
    #expect(try board.harness.ask(every) == RecordedDays(done: 5, witnessed: 3))
    // A day that is cleared is no longer one of them.
    try board.clear(habit, first.advanced(by: 10))
    try board.check(habit, first.advanced(by: 10), .done)
    #expect(try recorded()[1] == RecordedDays(done: 5, witnessed: 3))
  }
}
