import Core
import StreaksContract
import TrackingContract

/// Finds the streaks that ended last night, by computing yesterday's status as of yesterday.
enum EndedHandler {
  static func ended(
    _ state: StreaksState,
    _ query: EndedStreaks,
    _ context: RequestContext
  )
    -> [EndedStreak]
  {
    let statuses = state.statuses(context).filter {
      !$0.traits.archived && $0.runs.current == nil
    }
    return statuses.inDisplayOrder().compactMap { status in
      let yesterday = context.today.advanced(by: -1)
      let weeks = context.calendar.weeks
      let before = StreakStatus(status.record, today: yesterday, weeks: weeks)
      // A change of the unit ends a run as well, and breaks nothing.
      guard let before, let run = before.runs.current, before.unit == status.unit else {
        return nil
      }
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
