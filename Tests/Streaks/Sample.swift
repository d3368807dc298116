import Core
import StreaksContract
import TestKit
import TrackingContract

@testable import StreaksDomain

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
    reference = Reference(schedules: [(nil, schedule)], createdOn: Day(number: created))
    reference.weekStarts = [(nil, Weekday.allCases.randomElement(using: &random) ?? .monday)]
    for number in days {
      let chance = Double.random(in: 0..<1, using: &random)
      guard chance < density else { continue }
      let rare = Int.random(in: 0..<20, using: &random)
      reference.statuses[Day(number: number)] = rare == 0 ? .skipped : rare == 1 ? .open : .done
    }
    for number in days where Int.random(in: 0..<40, using: &random) == 0 {
      reference.protected.insert(Day(number: number))
    }
    for number in days where Int.random(in: 0..<60, using: &random) == 0 {
      reference.shortened.insert(Day(number: number))
    }
    if Bool.random(using: &random) {
      let from = Int.random(in: days, using: &random)
      reference.vacation = from...(from + Int.random(in: 0...40, using: &random))
    }
  }

  /// Changes the rhythm one to three times, the first day of the week up to three times, and puts the
  /// habit away for a while.
  mutating func change(among schedules: [Schedule], using random: inout SplitMix64) {
    let starts = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Int.random(in: days, using: &random)
    }
    for start in Set(starts).sorted() {
      guard let schedule = schedules.randomElement(using: &random) else { continue }
      reference.schedules.append((Day(number: start), schedule))
    }
    let changes = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Int.random(in: days, using: &random)
    }
    for day in Set(changes).sorted() {
      let weekday = Weekday.allCases.randomElement(using: &random) ?? .monday
      reference.weekStarts.append((Day(number: day), weekday))
    }
    guard Bool.random(using: &random) else { return }
    let from = Int.random(in: days, using: &random)
    reference.archived = from...(from + Int.random(in: 0...30, using: &random))
  }

  func change(_ day: Day, _ status: DayStatus) -> CheckChanged {
    CheckChanged(habit: id, day: day, from: .open, to: status, value: nil, isKnown: true)
  }

  private var habit: HabitChanged {
    let schedule = reference.schedules.last?.schedule ?? .daily
    let details = HabitDetails(title: "Sample", schedule: schedule)
    let at = Instant(seconds: 0)
    var rules = HabitRules(details)
    rules.schedules = reference.schedules.map { Dated($0.schedule, from: $0.from) }
    if let days = reference.archived {
      let end = Day(number: days.upperBound + 1)
      rules.archivals += [
        Dated(true, from: Day(number: days.lowerBound)), Dated(false, from: end),
      ]
    }
    let habit = Habit(id: id, details: details, createdOn: reference.createdOn, createdAt: at)
    return HabitChanged(habit: habit, rules: rules)
  }

  /// Returns the state after folding the history in random order.
  func state(using random: inout SplitMix64) -> StreaksState {
    var state = StreaksState()
    if Bool.random(using: &random) { state.apply(habit) }
    if let days = reference.vacation {
      let (from, to) = (Day(number: days.lowerBound), Day(number: days.upperBound))
      let vacation = Vacation(id: EntityID(rawValue: 1), from: from, to: to)
      state.apply(VacationsChanged(vacations: [vacation]))
    }
    let shortened = DaysShortened(days: reference.shortened.sorted())
    let isEarly = Bool.random(using: &random)
    if isEarly { state.apply(shortened) }
    for (day, status) in reference.statuses.sorted(by: { $0.key < $1.key })
      .shuffled(using: &random)
    {
      _ = state.apply(change(day, status)) { reference.weeks }
    }
    for day in reference.protected {
      _ = state.apply(FreezeUsed(habit: id, day: day, at: Instant(seconds: 0), earned: 1000))
    }
    state.apply(habit)
    if !isEarly { state.apply(shortened) }
    return state
  }
}
