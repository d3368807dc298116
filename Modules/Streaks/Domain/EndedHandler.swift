import Core
import StreaksContract
import TrackingContract

/// Finds the streaks that ended recently.
enum EndedHandler {
  static func ended(
    _ state: StreaksState,
    _ query: EndedStreaks,
    _ context: RequestContext
  )
    -> [EndedStreak]
  {
    let earliest = context.today.number - max(1, min(query.days ?? 1, DayRange.longest))
    let statuses = state.statuses(context).filter { !$0.traits.archived }
    return statuses.inDisplayOrder().compactMap { status in
      guard let (run, missed) = status.ended, missed >= earliest else { return nil }
      return EndedStreak(
        habit: status.record.id,
        title: status.traits.title,
        unit: status.unit,
        length: run.length,
        best: status.runs.best
      )
    }
  }
}

extension StreakStatus {
  /// The latest run and the day that decided the miss which ended it.
  ///
  /// Nil if the run continues, or if something was done since.
  fileprivate var ended: (run: Run, missed: Int)? {
    guard runs.current == nil else { return nil }
    var latest: Run?
    Runs.forEach(in: ledger) { run, _ in latest = run }
    // A change of the unit ends a run as well, but breaks nothing.
    guard let run = latest, run.section == course.sections.count - 1 else { return nil }
    let missed = Bits.place(of: 1, from: run.last + 1, through: ledger.last) {
      ledger.word($0).missed
    }
    guard let missed, course.doneDays(from: missed + 1, through: course.through) == 0 else {
      return nil
    }
    return (run, missed)
  }
}
