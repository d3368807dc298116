import Core
import StreaksContract
import TrackingContract

/// The status of one habit on a day: its course, runs, streak and rates.
struct StreakStatus: Sendable {
  let record: StreakRecord
  let traits: Traits
  let course: Course
  let ledger: Verdicts
  let runs: Runs

  /// Returns nil if the habit itself is not yet known.
  init?(_ record: StreakRecord, today: Day, weeks: Weeks) {
    guard let traits = record.traits else { return nil }
    guard let course = record.course(through: today.number, weeks: weeks) else {
      return nil
    }
    self.record = record
    self.traits = traits
    self.course = course
    ledger = Verdicts(course)
    runs = Runs(ledger)
  }

  /// The unit that is counted today.
  var unit: StreakUnit { course.sections.last?.unit ?? .day }

  /// The days of the current streak, from its first done day to the last decided day.
  var currentDays: ClosedRange<Int>? {
    guard let run = runs.current else { return nil }
    var last = ledger.last
    // A period in progress is open as a whole, and its days are not decided yet.
    if ledger.isOpen, let period = course.lastLeg.period(of: course.through, in: course) {
      last = max(period.days.lowerBound, course.lastLeg.first) - 1
    }
    let first = course.firstDoneDay(ofUnitDecidedOn: run.first)
    return first...max(first, last)
  }

  /// Returns the days that freezes or travel protect, ascending.
  private func protectedDays(keptByTravel kept: [Day]) -> [Day] {
    let frozen = record.protected.map { Day(number: Int($0)) }
    return kept.isEmpty ? frozen : (frozen + kept).sorted()
  }

  var strength: Double { series.latest() }

  /// The strength on each day.
  var series: Strength {
    Strength(course: course, measures: record.measures, targets: traits.targets)
  }

  var streak: HabitStreak {
    let strength = self.strength
    let rate = Rates.rate(of: ledger, lastDays: 30)
    let keptByTravel = course.daysKeptByTravel
    let protectedDays = protectedDays(keptByTravel: keptByTravel)
    let currentDays = currentDays
    return HabitStreak(
      habit: record.id,
      title: traits.title,
      unit: unit,
      difficulty: traits.difficulty,
      current: runs.current?.length ?? 0,
      best: runs.best,
      atRisk: runs.current != nil && isAtRisk,
      isProtectedNow: protectedDays.contains { day in
        currentDays?.contains(day.number) == true && !course.isDone(on: day.number)
      },
      adjusted: Double(runs.current.map(weight) ?? 0) / 10,
      score: Int((100 * (rate.map { ($0 + strength) / 2 } ?? strength)).rounded()),
      strength: strength,
      protectedDays: protectedDays,
      shortenedDays: keptByTravel,
      currentFrom: currentDays.map { Day(number: $0.lowerBound) },
      milestoneLength: runs.current.map(course.milestoneLength) ?? 0
    )
  }

  /// Returns the length of a run in tenths, each unit weighted by the difficulty that held then.
  private func weight(of run: Run) -> Int {
    guard traits.difficulties.count > 1 else {
      return run.length * traits.difficulty.multiplierTenths
    }
    let starts = traits.difficulties.map { $0.from?.number ?? .min / 2 }
    return traits.difficulties.indices.reduce(0) { sum, place in
      let end = place + 1 < starts.count ? starts[place + 1] - 1 : run.last
      let units = Bits.count(
        from: max(run.first, starts[place]),
        through: min(run.last, end)
      ) { ledger.word($0).done }
      return sum + units * traits.difficulties[place].value.multiplierTenths
    }
  }

  var stats: HabitStats {
    HabitStats(
      habit: record.id,
      title: traits.title,
      totalDays: course.history.doneDays(through: course.through),
      rates: Rates.rates(of: ledger),
      trend30: Rates.trend(of: ledger),
      weekdays: Weekdays.counts(of: course),
      averageStreak: runs.average,
      runs: runs.count,
      best: runs.best,
      unit: unit
    )
  }
}
