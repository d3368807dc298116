import Core
import RemindersContract
import StreaksContract
import TrackingContract

/// Notices of milestones, given with the check that reached them or after quiet hours.
///
/// A milestone is reported only while the run's length is exactly that milestone, so the news is
/// never outdated by a run that went on or ended.
enum MilestoneNotices {
  /// Handles a local check that made a run cross a level.
  static func react(
    _ state: RemindersState,
    _ change: StreakChanged,
    _ context: RequestContext
  ) throws -> Decision {
    try giveOrHold(of: change.habit, state, context)
  }

  /// Handles the end of quiet hours that delayed a notice.
  static func wake(
    _ state: RemindersState,
    _ key: AlarmKey,
    _ context: RequestContext
  ) throws -> Decision {
    guard let habit = habit(of: key) else { return .unchanged }
    return try giveOrHold(of: habit, state, context)
  }

  /// Handles a page of synced or imported facts: reports what current runs have reached today.
  static func summarize(_ state: RemindersState, _ context: RequestContext) throws -> Decision {
    guard context.answers(RunsOf.self) else { return .unchanged }
    return try reachedToday(of: nil, state, context)
  }

  private static func reachedToday(
    of habit: HabitID?,
    _ state: RemindersState,
    _ context: RequestContext
  ) throws -> Decision {
    guard isWanted(state, context) else { return .unchanged }
    let today = context.today
    let query = RunsOf(habit: habit, reaching: context.policies.milestones)
    let reached = try context.ask(query).filter { habit in
      habit.runs.contains { run in
        run.isCurrent
          && run.reached.contains { $0.length == run.milestoneLength && $0.day == today }
      }
    }
    return try reached.reduce(into: Decision()) { decision, habit in
      decision.join(try giveOrHold(of: habit.habit, state, context))
    }
  }

  private static func isWanted(_ state: RemindersState, _ context: RequestContext) -> Bool {
    context.policies.allowsNotices && state.since(.milestone) != nil
  }

  private static func giveOrHold(
    of habit: HabitID,
    _ state: RemindersState,
    _ context: RequestContext
  ) throws -> Decision {
    guard isWanted(state, context) else { return .unchanged }
    let end = state.quiet?.hold(context.now, in: context.calendar.zone) ?? context.now
    if end > context.now { return Decision().waking(alarm(of: habit), at: end) }
    guard let notice = try notice(of: habit, state, context) else { return .unchanged }
    return [NoticeGiven(notice: notice)]
  }

  private static func notice(
    of habit: HabitID,
    _ state: RemindersState,
    _ context: RequestContext
  ) throws -> Notice? {
    // A habit that was deleted while its notice was delayed has no streak.
    guard let streak = try? context.ask(StreakOf(habit: habit)),
      context.policies.milestones.contains(streak.milestoneLength), let first = streak.currentFrom
    else { return nil }
    let id = NoticeIDs.milestone(habit, streak.milestoneLength, runFrom: first)
    guard !state.wasGiven(id, to: habit) else { return nil }
    return Notice(
      id: id,
      kind: .milestone,
      day: context.today,
      subjects: [
        NoticeSubject(habit: habit, count: streak.milestoneLength, unit: streak.unit)
      ],
      at: context.now
    )
  }

  // MARK: Alarms

  private static let prefix = "milestone "

  /// Returns the alarm for a habit's delayed notice; the alarm is the only record of the delay.
  private static func alarm(of habit: HabitID) -> AlarmKey {
    AlarmKey(rawValue: prefix + habit.description)
  }

  private static func habit(of key: AlarmKey) -> HabitID? {
    guard key.rawValue.hasPrefix(prefix) else { return nil }
    return HabitID(String(key.rawValue.dropFirst(prefix.count)))
  }
}

extension Decision {
  /// Adds the facts and alarms of another decision of the same module.
  mutating func join(_ other: Decision) {
    facts += other.facts
    for alarm in other.alarms { self = waking(alarm.key, at: alarm.at) }
  }
}
