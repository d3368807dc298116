import Core
import RemindersContract
import StreaksContract
import TrackingContract

/// Notices of milestones, given with the check that reached them or after quiet hours.
///
/// A milestone is news only with the check that made it the run's length. What was news in quiet
/// hours is given after them, whatever happened to the run, unless the check was taken back.
enum MilestoneNotices {
  /// Handles a local check that may have made a run cross a level.
  ///
  /// A check of an older run is ignored: it does not show whether the current run had reached the
  /// level before, for instance through an import.
  static func react(
    _ state: RemindersState,
    _ change: StreakChanged,
    _ context: RequestContext
  ) throws -> Decision {
    guard isWanted(state, context), let milestone = current(change.habit, context),
      change.from < milestone.length, milestone.length <= change.to,
      milestone.start <= change.day
    else { return .unchanged }
    return giveOrHold(milestone, state, context)
  }

  /// Handles the end of quiet hours that delayed a notice.
  static func wake(
    _ state: RemindersState,
    _ key: AlarmKey,
    _ context: RequestContext
  ) throws -> Decision {
    guard isWanted(state, context), let held = HeldMilestone(key) else { return .unchanged }
    return giveOrHold(reached(held, context), state, context)
  }

  /// Handles a page of synced or imported facts: reports what current runs have reached today.
  static func summarize(_ state: RemindersState, _ context: RequestContext) throws -> Decision {
    guard context.answers(RunsOf.self), isWanted(state, context) else { return .unchanged }
    let habits = try context.ask(RunsOf(reaching: context.policies.milestones))
    let reached = habits.compactMap(RunMilestone.init).filter { $0.day == context.today }
    return reached.reduce(into: Decision()) { decision, milestone in
      decision.join(giveOrHold(milestone, state, context))
    }
  }

  private static func isWanted(_ state: RemindersState, _ context: RequestContext) -> Bool {
    context.policies.allowsNotices && state.since(.milestone) != nil
  }

  private static func giveOrHold(
    _ milestone: RunMilestone?,
    _ state: RemindersState,
    _ context: RequestContext
  ) -> Decision {
    guard let milestone, let id = milestone.notice(in: state) else { return .unchanged }
    let end = state.quiet?.hold(context.now, in: context.calendar.zone) ?? context.now
    guard end <= context.now else { return Decision().waking(milestone.alarm, at: end) }
    let notice = Notice(
      id: id,
      kind: .milestone,
      day: milestone.day,
      subjects: [
        NoticeSubject(habit: milestone.habit, count: milestone.length, unit: milestone.unit)
      ],
      at: context.now
    )
    return [NoticeGiven(notice: notice)]
  }

  /// Returns the milestone that the current run of a habit has as its length.
  private static func current(_ habit: HabitID, _ context: RequestContext) -> RunMilestone? {
    runs(of: habit, reaching: context.policies.milestones, context)
      .flatMap(RunMilestone.init)
  }

  /// Returns what was held, if the run has still reached it.
  private static func reached(
    _ held: HeldMilestone,
    _ context: RequestContext
  ) -> RunMilestone? {
    guard let length = held.length, let day = held.day else { return current(held.habit, context) }
    let habit = runs(of: held.habit, reaching: [length], context)
    guard let habit, let run = habit.runs.last(where: { $0.start <= day }) else { return nil }
    return RunMilestone(habit, run, length)
  }

  /// Returns nil for a habit that was deleted while its notice was delayed.
  private static func runs(
    of habit: HabitID,
    reaching lengths: [Int],
    _ context: RequestContext
  ) -> HabitRuns? {
    try? context.ask(RunsOf(habit: habit, reaching: lengths)).first
  }
}

/// A milestone that a run reached.
private struct RunMilestone {
  let habit: HabitID
  let length: Int
  /// The unit of the run, which the habit may no longer count in when the notice is given.
  let unit: StreakUnit
  /// The first day of the run.
  let start: Day
  /// The day on which it was reached.
  let day: Day

  init?(_ habit: HabitRuns, _ run: StreakRun, _ length: Int) {
    guard let reached = run.reached.first(where: { $0.length == length }) else { return nil }
    self.habit = habit.habit
    self.length = length
    unit = run.unit
    start = run.start
    day = reached.day
  }

  /// Creates the milestone that the current run has as its length.
  init?(_ habit: HabitRuns) {
    guard let run = habit.runs.last(where: \.isCurrent) else { return nil }
    self.init(habit, run, run.milestoneLength)
  }

  /// Returns the ID of the notice; nil if it was given.
  ///
  /// It is the one that earlier versions know, so that none of them gives the notice again. Only
  /// where that is of the same number in another unit, which is another milestone, it has the unit;
  /// or where that was read and is not kept any more, since it would count as read.
  func notice(in state: RemindersState) -> NoticeID? {
    let (plain, own) = (
      NoticeIDs.milestone(habit, length, runFrom: start),
      NoticeIDs.milestone(habit, length, unit, runFrom: start)
    )
    guard !state.wasGiven(own, to: habit) else { return nil }
    guard let given = state.given[habit]?.entries[plain]?.value else {
      return state.read.entries[plain] == nil ? plain : own
    }
    return given.subjects.first?.unit == unit ? nil : own
  }

  /// The alarm for the notice; it is the only record of the delay.
  var alarm: AlarmKey { HeldMilestone(habit: habit, length: length, day: day).key }
}

/// A milestone whose notice is delayed by quiet hours, as encoded in the key of its alarm.
private struct HeldMilestone {
  private static let name = "milestone"

  let habit: HabitID
  /// The milestone; nil in the keys of earlier versions, which contained only the habit.
  let length: Int?
  /// The day on which it was reached.
  let day: Day?

  init(habit: HabitID, length: Int, day: Day) {
    self.habit = habit
    self.length = length
    self.day = day
  }

  init?(_ key: AlarmKey) {
    let parts = key.rawValue.split(separator: " ").map(String.init)
    guard parts.first == HeldMilestone.name, parts.count == 2 || parts.count == 4,
      let habit = HabitID(parts[1])
    else { return nil }
    self.habit = habit
    length = parts.count == 4 ? Int(parts[2]) : nil
    day = parts.count == 4 ? Day(parts[3]) : nil
  }

  var key: AlarmKey {
    let parts = [HeldMilestone.name, habit.description, length?.description, day?.description]
    return AlarmKey(rawValue: parts.compactMap { $0 }.joined(separator: " "))
  }
}

extension Decision {
  /// Adds the facts and alarms of another decision of the same module.
  mutating func join(_ other: Decision) {
    facts += other.facts
    for alarm in other.alarms { self = waking(alarm.key, at: alarm.at) }
  }
}
