import Core
import StreaksContract
import TrackingContract

/// Handles the queries about runs, which other modules send.
enum RunHandlers {
  static func runs(
    _ state: StreaksState,
    _ query: RunsOf,
    _ context: RequestContext
  ) throws
    -> [HabitRuns]
  {
    let statuses =
      try query.habit.map { [try state.status(of: $0, context)] }
      ?? state.statuses(context).inDisplayOrder()
    return statuses.map { $0.runs(reaching: query.reaching) }
  }

  static func recorded(
    _ state: StreaksState,
    _ query: RecordedDaysOf,
    _ context: RequestContext
  ) throws
    -> RecordedDays
  {
    guard query.from <= query.to else { return RecordedDays() }
    let histories =
      try query.habit.map { [try state.status(of: $0, context).record.history] }
      ?? state.records.filter { $0.traits != nil }.map(\.history)
    return histories.reduce(RecordedDays()) {
      $0 + $1.recorded(query.from.number...query.to.number)
    }
  }

  static func rates(
    _ state: StreaksState,
    _ query: RangeRates,
    _ context: RequestContext
  ) throws
    -> [CompletionRate]
  {
    let statuses =
      try query.habit.map { [try state.status(of: $0, context)] }
      ?? state.statuses(context).filter { !$0.traits.archived }
    return query.stretches.map { stretch in
      let rates = statuses.map { CompletionRate(of: $0.ledger, in: stretch) }
      return rates.reduce(CompletionRate(done: 0, planned: 0)) {
        CompletionRate(done: $0.done + $1.done, planned: $0.planned + $1.planned)
      }
    }
  }
}

extension StreakStatus {
  fileprivate func runs(reaching lengths: [Int]) -> HabitRuns {
    var runs: [StreakRun] = []
    Runs.forEach(in: ledger) { run, isCurrent in
      let bounds = course.bounds(of: run)
      let reached = lengths.compactMap { length in
        course.day(reaching: length, in: run).map { number in
          let day = Day(number: number)
          return StreakRun.Reached(
            length: length,
            day: day,
            difficulty: traits.difficulty(on: day),
            recorded: record.history.recorded(min(bounds.lowerBound, number)...number)
          )
        }
      }
      runs.append(
        StreakRun(
          start: Day(number: bounds.lowerBound),
          end: Day(number: bounds.upperBound),
          length: run.length,
          unit: course.sections[run.section].unit,
          milestoneLength: course.milestoneLength(of: run),
          doneDays: course.earningDays(in: run),
          isCurrent: isCurrent,
          recorded: record.history.recorded(bounds),
          reached: reached
        )
      )
    }
    return HabitRuns(
      habit: record.id,
      title: traits.title,
      unit: unit,
      difficulty: traits.difficulty,
      runs: runs
    )
  }
}

extension CompletionRate {
  /// Counts the units of a stretch of days.
  fileprivate init(of ledger: Verdicts, in stretch: DayStretch) {
    let through = min(stretch.to.number, ledger.course.through)
    guard stretch.from.number <= through else {
      self.init(done: 0, planned: 0)
      return
    }
    let days = stretch.from.number...through
    let all = Rates.amounts(of: ledger, from: days.lowerBound, through: days.upperBound) { leg in
      ledger.periods(of: leg, in: days)
    }
    self.init(done: all.done, planned: all.planned)
  }
}

extension Verdicts {
  /// Returns the quota periods that were filled or ended in a range; nil for other rhythms.
  fileprivate func periods(of leg: Leg, in days: ClosedRange<Int>) -> Rates.Amounts? {
    guard case .quota = leg.rule else { return nil }
    var amounts = Rates.Amounts()
    var day = max(days.lowerBound, leg.first)
    let last = min(days.upperBound, leg.last)
    while day <= last {
      let end = leg.decidingDay(of: day)
      let (done, missed) = count(from: end, through: end)
      let decided = done > 0 ? course.checkDay(ofUnitDecidedOn: end) : end
      if done + missed > 0, days.contains(decided) {
        amounts.done += Double(done)
        amounts.planned += 1
      }
      day = end + 1
    }
    return amounts
  }
}
