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
  /// Counts the units that the days of a stretch decided, and today's once it is done.
  ///
  /// Parts of a rolling quota's unit are rounded.
  fileprivate init(of ledger: Verdicts, in stretch: DayStretch) {
    guard stretch.from <= stretch.to else {
      self.init(done: 0, planned: 0)
      return
    }
    let through = min(stretch.to.number, ledger.course.through)
    let amounts = Rates.amounts(of: ledger, from: stretch.from.number, through: through)
    self.init(done: Int(amounts.done.rounded()), planned: Int(amounts.planned.rounded()))
  }
}
