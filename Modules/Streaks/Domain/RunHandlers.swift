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
      var (done, missed) = (0, 0)
      for status in statuses {
        let counts = Rates.count(of: status.ledger, in: stretch)
        done += counts.done
        missed += counts.missed
      }
      return CompletionRate(done: done, planned: done + missed)
    }
  }
}

extension StreakStatus {
  fileprivate func runs(reaching lengths: [Int]) -> HabitRuns {
    var runs: [StreakRun] = []
    Runs.forEach(in: ledger) { run, isCurrent in
      let bounds = timeline.bounds(of: run)
      let reached = lengths.compactMap { length in
        timeline.day(reaching: length, in: run).map {
          StreakRun.Reached(length: length, day: Day(number: $0))
        }
      }
      runs.append(
        StreakRun(
          start: Day(number: bounds.lowerBound),
          end: Day(number: bounds.upperBound),
          length: run.length,
          doneDays: timeline.doneDays(in: run),
          isCurrent: isCurrent,
          reached: reached
        )
      )
    }
    return HabitRuns(
      habit: record.id,
      title: traits.title,
      unit: StreakUnit(traits.schedule),
      difficulty: traits.difficulty,
      runs: runs
    )
  }
}

extension Rates {
  /// Counts the done and missed units of a stretch.
  ///
  /// These are the units that end in it and, if its last day is today, those still in progress.
  fileprivate static func count(
    of ledger: Verdicts,
    in stretch: DayStretch
  ) -> (done: Int, missed: Int) {
    guard stretch.from <= stretch.to else { return (0, 0) }
    let units = ledger.timeline.units
    let from = units.unit(of: stretch.from.number)
    var through = units.unit(of: stretch.to.number)
    let isPast = stretch.to.number < ledger.timeline.days.through
    if isPast, units.lastDay(of: through) > stretch.to.number { through -= 1 }
    return ledger.count(from: from, through: through)
  }
}
