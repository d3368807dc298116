import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

@testable import StreaksDomain

@Suite struct ReferenceTests {
  static let schedules = [
    "daily", "mon,wed,fri", "sun", "every:2", "every:5", "every:80", "weekly", "3/week", "7/week",
    "monthly", "4/month", "2/3days", "3/7days", "1/7days", "5/14days", "1/30days", "2/100days",
  ]

  @Test(arguments: schedules)
  func `streaks on generated histories are those of the plain rules`(_ text: String) throws {
    let schedule = try #require(Schedule(text))
    for seed in UInt64(0)..<100 {
      var random = SplitMix64(seed: seed &* 31 &+ UInt64(text.utf8.count))
      try compareStreaks(Sample(schedule, using: &random), &random, "\(text), seed \(seed)")
    }
  }

  @Test func `streaks over changes of the rhythm are those of the plain rules`() throws {
    let schedules = try Self.schedules.map { try #require(Schedule($0)) }
    for seed in UInt64(0)..<400 {
      var random = SplitMix64(seed: seed)
      let first = try #require(schedules.randomElement(using: &random))
      var sample = Sample(first, using: &random)
      sample.change(among: schedules, using: &random)
      let text = sample.reference.schedules.map {
        "\($0.schedule) from \($0.from?.description ?? "")"
      }
      try compareStreaks(sample, &random, "\(text), seed \(seed)")
    }
  }

  private func compareStreaks(
    _ sample: Sample,
    _ random: inout SplitMix64,
    _ text: String
  ) throws {
    let state = sample.state(using: &random)
    let record = try #require(state.records.first)
    for today in [sample.today, sample.today.advanced(by: -3), sample.today.advanced(by: 9)] {
      let expected = sample.reference.streak(today)
      let weeks = sample.reference.weeks
      let status = try #require(StreakStatus(record, today: today, weeks: weeks))
      let streak = status.streak
      let isSame =
        streak.current == expected.current && streak.best == expected.best
        && streak.atRisk == expected.atRisk && status.runs.count == expected.runs
      #expect(isSame, "\(text), \(today): \(streak) is not \(expected)")
    }
  }

  @Test(arguments: schedules)
  func `rates on generated histories are those of the plain rules`(_ text: String) throws {
    let schedule = try #require(Schedule(text))
    for seed in UInt64(1000)..<1050 {
      var random = SplitMix64(seed: seed)
      let sample = Sample(schedule, using: &random)
      let record = try #require(sample.state(using: &random).records.first)
      let weeks = sample.reference.weeks
      let status = try #require(StreakStatus(record, today: sample.today, weeks: weeks))
      let (reference, today) = (sample.reference, sample.today)
      let expected = CompletionRates(
        week: reference.rate(today, lastDays: 7),
        month: reference.rate(today, lastDays: 30),
        all: reference.rate(today)
      )
      #expect(status.stats.rates == expected, "\(text), seed \(seed)")
    }
  }

  @Test(arguments: schedules)
  func `a check says what it did to the run around it`(_ text: String) throws {
    let schedule = try #require(Schedule(text))
    for seed in UInt64(0)..<60 {
      var random = SplitMix64(seed: seed)
      let sample = Sample(schedule, using: &random)
      var state = sample.state(using: &random)
      let day = Day(number: Int.random(in: sample.days, using: &random))
      let status = [DayStatus.open, .done, .skipped].randomElement(using: &random) ?? .done
      // Both ends are known, so that neither moves.
      for end in [sample.days.lowerBound, sample.days.upperBound] {
        _ = state.apply(sample.change(Day(number: end), .done)) { sample.reference.weeks }
      }
      let before = try length(around: day, state, sample)
      let change = state.apply(sample.change(day, status)) { sample.reference.weeks }
      let after = try length(around: day, state, sample)
      #expect(
        change.map { [$0.from, $0.to] } == (before == after ? nil : [before, after]),
        "\(text), seed \(seed)"
      )
    }
  }

  /// Returns the length of the run that contains the unit of a day, or of the longer one beside it.
  private func length(around day: Day, _ state: StreaksState, _ sample: Sample) throws -> Int {
    var reference = sample.reference
    let record = try #require(state.records.first)
    reference.statuses = [:]
    for number in sample.days {
      let (done, skipped) = (
        record.history.isDone(on: number), record.history.isSkipped(on: number)
      )
      reference.statuses[Day(number: number)] = done ? .done : skipped ? .skipped : .open
    }
    let today = Day(number: sample.days.upperBound)
    let decisions = reference.decisions(today)
    let place = try #require(decisions.firstIndex { $0.day >= day })
    let counted = reference.countedByMilestones(today)
    let left = decisions[..<place].reversed().prefix { $0.verdict != .missed }
      .count { $0.verdict == .done && counted($0.day) }
    let right = decisions[(place + 1)...].prefix { $0.verdict != .missed }
      .count { $0.verdict == .done && counted($0.day) }
    switch decisions[place].verdict {
    case .done: return left + (counted(decisions[place].day) ? 1 : 0) + right
    case .neutral: return left + right
    case .missed: return max(left, right)
    }
  }
}
