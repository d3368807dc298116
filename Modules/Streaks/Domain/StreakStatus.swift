import Core
import StreaksContract
import TrackingContract

/// The status of one habit on a day: its units, runs, streak and rates.
struct StreakStatus: Sendable {
  let record: StreakRecord
  let traits: Traits
  let timeline: UnitTimeline
  let ledger: Verdicts
  let runs: Runs

  /// Returns nil if the habit itself is not yet known.
  init?(_ record: StreakRecord, today: Day, weekStart: Weekday) {
    guard let traits = record.traits else { return nil }
    guard let timeline = record.timeline(through: today.number, weekStart: weekStart) else {
      return nil
    }
    self.record = record
    self.traits = traits
    self.timeline = timeline
    ledger = Verdicts(timeline)
    runs = Runs(ledger)
  }

  /// The days of the current streak, from its first done day to the last decided day.
  var currentDays: ClosedRange<Int>? {
    guard let run = runs.current else { return nil }
    let last = min(timeline.units.lastDay(of: ledger.last), timeline.days.through)
    let first = timeline.firstDoneDay(of: run.first)
    return first...max(first, last)
  }

  /// Whether a protected day is part of the current streak.
  var isProtectedNow: Bool {
    guard let days = currentDays else { return false }
    return record.protected.contains { day in
      days.contains(Int(day)) && !timeline.days.history.isDone(on: Int(day))
    }
  }

  var strength: Double { series.latest() }

  /// The strength on each day.
  var series: Strength {
    Strength(
      days: timeline.days,
      measures: record.measures,
      schedule: traits.schedule,
      target: traits.target
    )
  }

  var streak: HabitStreak {
    let strength = self.strength
    let current = runs.current?.length ?? 0
    let rate = Rates.rate(of: ledger, lastDays: 30)
    return HabitStreak(
      habit: record.id,
      title: traits.title,
      unit: StreakUnit(traits.schedule),
      difficulty: traits.difficulty,
      current: current,
      best: runs.best,
      atRisk: current > 0 && ledger.isOpen,
      isProtectedNow: isProtectedNow,
      adjusted: Double(current * traits.difficulty.multiplierTenths) / 10,
      score: Int((100 * (rate.map { ($0 + strength) / 2 } ?? strength)).rounded()),
      strength: strength,
      protectedDays: record.protected.map { Day(number: Int($0)) },
      currentFrom: currentDays.map { Day(number: $0.lowerBound) }
    )
  }

  var stats: HabitStats {
    HabitStats(
      habit: record.id,
      title: traits.title,
      totalDays: timeline.days.history.doneDays(through: timeline.days.through),
      rates: Rates.rates(of: ledger),
      trend30: Rates.trend(of: ledger),
      bestWeekday: Weekdays.best(of: timeline.days),
      averageStreak: runs.average,
      runs: runs.count,
      best: runs.best,
      unit: StreakUnit(traits.schedule)
    )
  }
}
