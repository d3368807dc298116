import Core
import GamificationContract
import GamificationDomain
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct BadgeTests {
  private let habit = HabitID(rawValue: 7)
  private let start = Day(number: 20_000)

  private func runs(_ runs: [StreakRun]) -> HabitRuns {
    HabitRuns(habit: habit, title: "Read", unit: .day, difficulty: .easy, runs: runs)
  }

  /// Returns the runs of done days as Streaks reports them, computed one day at a time.
  private func runs(done: [Bool], _ difficulty: Difficulty = .easy) -> [StreakRun] {
    var runs: [StreakRun] = []
    var length = 0
    for (offset, isDone) in (done + [false]).enumerated() {
      if isDone {
        length += 1
        continue
      }
      if length > 0 {
        let first = start.advanced(by: offset - length)
        runs.append(
          StreakRun(
            start: first,
            end: start.advanced(by: offset - 1),
            length: length,
            doneDays: length,
            isCurrent: offset == done.count,
            reached: Milestones.levels.filter { $0 <= length }
              .map {
                .init(length: $0, day: first.advanced(by: $0 - 1), difficulty: difficulty)
              }
          )
        )
      }
      length = 0
    }
    return runs
  }

  private func badges(_ habits: [HabitRuns]) throws -> BadgesReport {
    let harness = Harness(GamificationModule.self)
    harness.answering(RunsOf.self) { query in
      #expect(query.reaching == [7, 30, 60, 100, 365])
      return habits
    }
    return try harness.ask(AllBadges())
  }

  @Test func `badges of generated histories are those of a walk through the days`() throws {
    for seed in UInt64(0)..<2000 {
      var random = SplitMix64(seed: seed)
      let chance = Int.random(in: 5...120, using: &random)
      let done = (0..<Int.random(in: 1...800, using: &random)).map { _ in
        Int.random(in: 0..<chance, using: &random) > 0
      }
      // The reference counts day by day; a level is reached when the count equals it.
      var expected: [Int: (day: Day, times: Int)] = [:]
      var count = 0
      for (offset, isDone) in done.enumerated() {
        count = isDone ? count + 1 : 0
        guard Milestones.levels.contains(count) else { continue }
        let known = expected[count]
        expected[count] = (known?.day ?? start.advanced(by: offset), (known?.times ?? 0) + 1)
      }
      let report = try badges([runs(runs(done: done))])
      #expect(report.items.map(\.level) == expected.keys.sorted(), "seed \(seed)")
      for badge in report.items {
        #expect(badge.day == expected[badge.level]?.day, "seed \(seed)")
        #expect(badge.times == expected[badge.level]?.times, "seed \(seed)")
      }
      #expect(report.total == expected.count)
      let left = Milestones.levels.first { $0 > count }.map { $0 - count }
      #expect(report.next.map(\.left) == (count > 0 ? [left].compactMap { $0 } : []))
    }
  }

  @Test func `hard habits are marked and the nearest milestone comes first`() throws {
    let long = runs(runs(done: Array(repeating: true, count: 20), .hard))
    let short = runs(runs(done: Array(repeating: true, count: 5)))
    let report = try badges([long, short])
    #expect(report.items.map(\.isHard) == [true])
    #expect(report.next.map(\.left) == [2, 10])
  }

  @Test func `of milestones in different units the nearest in time comes first`() throws {
    let weeks = HabitRuns(
      habit: HabitID(rawValue: 8),
      title: "Run",
      unit: .week,
      difficulty: .easy,
      runs: runs(done: Array(repeating: true, count: 5))
    )
    let days = runs(runs(done: Array(repeating: true, count: 20)))
    let report = try badges([weeks, days])
    #expect(report.next.map { $0.words($0.left) } == ["10 days", "2 weeks"])
  }

  private func next(_ schedule: Schedule, archived: Bool = false) throws -> [NextMilestone] {
    let harness = Harness(GamificationModule.self)
    let runs = runs(runs(done: Array(repeating: true, count: 5)))
    harness.answering(RunsOf.self) { _ in [runs] }
    harness.answering(AllHabits.self) { query in
      guard query.includesArchived || !archived else { return [] }
      let details = HabitDetails(title: "Read", schedule: schedule, archived: archived)
      return [
        Habit(id: habit, details: details, createdOn: start, createdAt: Instant(milliseconds: 0))
      ]
    }
    return try harness.ask(AllBadges()).next
  }

  @Test func `an archived habit has no next milestone`() throws {
    #expect(try next(.daily).map { $0.words($0.left) } == ["2 days"])
    #expect(try next(.daily, archived: true).isEmpty)
  }

  @Test func `the milestones of a rolling quota count checks, and rare ones are not urged`() throws
  {
    let often = try next(.times(3, per: .rolling(days: 7)))
    #expect(often.map { $0.words($0.left) } == ["2 checks"])
    #expect(often.map { $0.words(1) } == ["1 check"])
    #expect(try next(.times(1, per: .rolling(days: 7))).count == 1)
    #expect(try next(.times(1, per: .rolling(days: 180))).isEmpty)
    #expect(try next(.times(3, per: .week)).map { $0.words($0.left) } == ["2 days"])
  }

  @Test func `a badge keeps the difficulty of its day and the unit of its run`() throws {
    let days = StreakRun(
      start: start,
      end: start.advanced(by: 6),
      length: 7,
      unit: .day,
      doneDays: 7,
      isCurrent: false,
      reached: [.init(length: 7, day: start.advanced(by: 6), difficulty: .hard)]
    )
    let weeks = StreakRun(
      start: start.advanced(by: 7),
      end: start.advanced(by: 60),
      length: 7,
      unit: .week,
      doneDays: 7,
      isCurrent: true,
      reached: [.init(length: 7, day: start.advanced(by: 60), difficulty: .easy)]
    )
    let report = try badges([runs([days, weeks])])
    #expect(report.items.map(\.unit) == [.day, .week])
    #expect(report.items.map(\.isHard) == [true, false])
    #expect(report.items.map(\.times) == [1, 1])
  }

  @Test func `no runs, no badges`() throws {
    let report = try badges([runs([])])
    #expect(report == BadgesReport(items: [], next: []))
    #expect(report.total == 0)
  }
}
