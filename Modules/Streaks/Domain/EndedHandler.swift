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
    let standings = state.standings(context).filter {
      !$0.traits.archived && $0.runs.current == nil
    }
    return standings.inDisplayOrder().compactMap { standing in
      let yesterday = context.today.advanced(by: -1)
      let weekStart = context.calendar.weekStart
      let before = StreakStatus(standing.record, today: yesterday, weekStart: weekStart)
      guard let before, let run = before.runs.current else { return nil }
      return EndedStreak(
        habit: standing.record.id,
        title: standing.traits.title,
        unit: StreakUnit(standing.traits.schedule),
        length: run.length,
        best: standing.runs.best
      )
    }
  }
}
