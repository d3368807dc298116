import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

@testable import StreaksDomain

@Suite struct ReferenceTests {
  static let schedules = [
    "daily", "mon,wed,fri", "sun", "every:2", "every:5", "every:80", "weekly", "3/week", "7/week",
    "monthly", "4/month", "2/3days", "3/7days", "1/7days", "5/14days", "2/100days",
  ]

  @Test(arguments: schedules)
  func `streaks on generated histories are those of the plain rules`(_ text: String) throws {
    let schedule = try #require(Schedule(text))
    for seed in UInt64(0)..<200 {
      var random = SplitMix64(seed: seed &* 31 &+ UInt64(text.utf8.count))
      let sample = Sample(schedule, using: &random)
      let state = sample.state(using: &random)
      let record = try #require(state.records.first)
      for today in [sample.today, sample.today.advanced(by: -3), sample.today.advanced(by: 9)] {
        let expected = sample.reference.streak(today)
        let week = sample.reference.weekStart
        let status = try #require(StreakStatus(record, today: today, weekStart: week))
        let streak = status.streak
        let isSame =
          streak.current == expected.current && streak.best == expected.best
          && streak.atRisk == expected.atRisk && status.runs.count == expected.runs
        #expect(isSame, "\(text), seed \(seed), \(today): \(streak) is not \(expected)")
      }
    }
  }

  @Test(arguments: schedules)
  func `rates on generated histories are those of the plain rules`(_ text: String) throws {
    let schedule = try #require(Schedule(text))
    for seed in UInt64(1000)..<1050 {
      var random = SplitMix64(seed: seed)
      let sample = Sample(schedule, using: &random)
      let record = try #require(sample.state(using: &random).records.first)
      let week = sample.reference.weekStart
      let status = try #require(StreakStatus(record, today: sample.today, weekStart: week))
      var verdicts = sample.reference.verdicts(sample.today)
      if verdicts.last == .missed { verdicts.removeLast() }
      let done = verdicts.filter { $0 == .done }.count
      let scheduled = verdicts.filter { $0 != .neutral }.count
      let expected = scheduled == 0 ? nil : Double(done) / Double(scheduled)
      #expect(status.stats.rates.all == expected, "\(text), seed \(seed)")
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
        _ = state.apply(sample.change(Day(number: end), .done)) { sample.reference.weekStart }
      }
      let before = try length(around: day, state, sample)
      let change = state.apply(sample.change(day, status)) { sample.reference.weekStart }
      let after = try length(around: day, state, sample)
      #expect(change.map { [$0.from, $0.to] } == (before == after ? nil : [before, after]))
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
    let units = Units(reference.schedule, weekStart: reference.weekStart)
    let verdicts = reference.verdicts(Day(number: sample.days.upperBound))
    let place = units.unit(of: day.number) - units.unit(of: reference.firstDay.number)
    let left = verdicts[..<place].reversed().prefix { $0 != .missed }.filter { $0 == .done }.count
    let right = verdicts[(place + 1)...].prefix { $0 != .missed }.filter { $0 == .done }.count
    switch verdicts[place] {
    case .done: return left + 1 + right
    case .neutral: return left + right
    case .missed: return max(left, right)
    }
  }
}

/// A habit with a random history.
struct Sample {
  let id = HabitID(rawValue: 1)
  let days: ClosedRange<Int>
  let today: Day
  var reference: Reference

  init(_ schedule: Schedule, using random: inout SplitMix64) {
    let start = Int.random(in: -400...20_000, using: &random)
    let length = Int.random(in: 1...250, using: &random)
    let density = Double.random(in: 0.2...1, using: &random)
    days = start...(start + length - 1)
    today = Day(number: days.upperBound)
    let created = Int.random(in: days, using: &random)
    reference = Reference(schedule: schedule, createdOn: Day(number: created))
    reference.weekStart = Weekday.allCases.randomElement(using: &random) ?? .monday
    for number in days {
      let chance = Double.random(in: 0..<1, using: &random)
      guard chance < density else { continue }
      let rare = Int.random(in: 0..<20, using: &random)
      reference.statuses[Day(number: number)] = rare == 0 ? .skipped : rare == 1 ? .open : .done
    }
    for number in days where Int.random(in: 0..<40, using: &random) == 0 {
      reference.protected.insert(Day(number: number))
    }
    if Bool.random(using: &random) {
      let from = Int.random(in: days, using: &random)
      reference.vacation = from...(from + Int.random(in: 0...40, using: &random))
    }
  }

  func change(_ day: Day, _ status: DayStatus) -> CheckChanged {
    CheckChanged(habit: id, day: day, from: .open, to: status, value: nil, isKnown: true)
  }

  /// Returns the state after folding the history in random order.
  func state(using random: inout SplitMix64) -> StreaksState {
    var state = StreaksState()
    let details = HabitDetails(title: "Sample", schedule: reference.schedule)
    let at = Instant(seconds: 0)
    let habit = Habit(id: id, details: details, createdOn: reference.createdOn, createdAt: at)
    if Bool.random(using: &random) { state.apply(HabitChanged(habit: habit)) }
    if let days = reference.vacation {
      let (from, to) = (Day(number: days.lowerBound), Day(number: days.upperBound))
      let vacation = Vacation(id: EntityID(rawValue: 1), from: from, to: to)
      state.apply(VacationsChanged(vacations: [vacation]))
    }
    for (day, status) in reference.statuses.sorted(by: { $0.key < $1.key })
      .shuffled(using: &random)
    {
      _ = state.apply(change(day, status)) { reference.weekStart }
    }
    for day in reference.protected {
      _ = state.apply(FreezeUsed(habit: id, day: day, at: at, earned: 1000))
    }
    state.apply(HabitChanged(habit: habit))
    return state
  }
}
