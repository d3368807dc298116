import Core
import GamificationContract
import StreaksContract

/// What follows when a run reaches a milestone: it is told, and that it was told is kept beside it,
/// so that nobody tells it again, here or on another device.
enum MilestoneHandlers {
  /// A check or a freeze of now made a run cross a level.
  static func react(
    _ state: GamificationState,
    _ change: StreakChanged,
    _ context: RequestContext
  ) throws -> Decision {
    let levels = Milestones.crossed(from: change.from, to: change.to)
    let report = try BadgeHandlers.badges(state, AllBadges(habit: change.habit), context)
    let earned = report.items.filter { levels.contains($0.level) }.map(BadgeEarned.init)
    let signals = levels.compactMap { reached($0, by: change, context) }
    return told(signals.filter { state.isNews($0.milestone) }, after: earned)
  }

  /// Nil for older corrections, which earn their badge in silence.
  private static func reached(
    _ level: Int,
    by change: StreakChanged,
    _ context: RequestContext
  ) -> MilestoneReached? {
    guard let start = change.start, (0...1).contains(change.day.distance(to: context.today)) else {
      return nil
    }
    return MilestoneReached(
      habit: change.habit,
      level: level,
      day: change.day,
      unit: change.unit,
      start: start
    )
  }

  /// After a page of facts from elsewhere: what living runs have reached today and nobody was told of.
  static func summarize(_ state: GamificationState, _ context: RequestContext) throws -> Decision {
    let today = context.today
    let runs = try context.ask(RunsOf(reaching: Milestones.levels))
    let reached = runs.flatMap { habit in
      habit.runs.filter(\.isCurrent).flatMap { run in
        run.reached.filter { $0.day == today }.map { place in
          MilestoneReached(
            habit: habit.habit,
            level: place.length,
            day: place.day,
            unit: habit.unit,
            start: run.start
          )
        }
      }
    }
    return told(reached.filter { state.isNews($0.milestone) }, after: [])
  }

  private static func told(_ reached: [MilestoneReached], after earned: [BadgeEarned]) -> Decision {
    let facts = reached.map { signal in
      MilestoneTold(habit: signal.habit, level: signal.level, start: signal.start)
    }
    return Decision(facts).signalling(earned).signalling(reached)
  }
}
