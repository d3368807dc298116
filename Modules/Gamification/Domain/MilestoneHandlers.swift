import Core
import GamificationContract
import StreaksContract

/// Handles runs that reach a milestone.
///
/// Each milestone is reported together with a fact that records the report, so that it is not
/// reported again, here or on another device.
enum MilestoneHandlers {
  /// Handles a local check or freeze that made a run cross a level.
  static func react(
    _ state: GamificationState,
    _ change: StreakChanged,
    _ context: RequestContext
  ) throws -> Decision {
    let ladder = context.policies.milestones
    let levels = Milestones.crossed(ladder, from: change.from, to: change.to)
    guard !levels.isEmpty else { return .unchanged }
    let runs = try context.ask(RunsOf(habit: change.habit, reaching: ladder))
    let badges = runs.flatMap(BadgeHandlers.badges).filter { $0.unit == change.unit }
    let earned = badges.filter { levels.contains($0.level) }.map(BadgeEarned.init)
    guard let start = change.start else { return report([], after: earned) }
    let places = runs.lazy.flatMap(\.runs).first { $0.start == start }?.reached ?? []
    let reached = levels.map { level in
      MilestoneReached(
        habit: change.habit,
        level: level,
        day: change.day,
        unit: change.unit,
        start: start,
        recorded: places.first { $0.length == level }?.recorded ?? RecordedDays()
      )
    }
    let news = reached.filter(state.isNews)
    if (0...1).contains(change.day.distance(to: context.today)) {
      return report(news, after: earned)
    }
    // An older correction earns its badge without a celebration, and the summary of a later page
    // has none of what it made true of today.
    let today = places.filter { $0.day == context.today }.map(\.length)
    return record(news.filter { today.contains($0.level) }).signalling(earned)
  }

  /// Handles a page of synced or imported facts: reports what current runs have reached today.
  ///
  /// Milestones that were reported before are left out.
  static func summarize(_ state: GamificationState, _ context: RequestContext) throws -> Decision {
    let today = context.today
    let runs = try context.ask(RunsOf(reaching: context.policies.milestones))
    let reached = runs.flatMap { habit in
      habit.runs.filter(\.isCurrent).flatMap { run in
        run.reached.filter { $0.day == today }.map { place in
          MilestoneReached(
            habit: habit.habit,
            level: place.length,
            day: place.day,
            unit: habit.unit,
            start: run.start,
            recorded: place.recorded
          )
        }
      }
    }
    return report(reached.filter(state.isNews), after: [])
  }

  private static func report(_ reached: [MilestoneReached], after earned: [BadgeEarned]) -> Decision
  {
    record(reached).signalling(earned).signalling(reached)
  }

  private static func record(_ reached: [MilestoneReached]) -> Decision {
    Decision(
      reached.map {
        MilestoneReported(habit: $0.habit, level: $0.level, start: $0.start, unit: $0.unit)
      }
    )
  }
}
