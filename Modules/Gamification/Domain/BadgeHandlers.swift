import Core
import GamificationContract
import StreaksContract
import TrackingContract

/// Handles badges, which are derived from past runs.
enum BadgeHandlers {
  static func badges(
    _ state: GamificationState,
    _ query: AllBadges,
    _ context: RequestContext
  ) throws
    -> BadgesReport
  {
    let ladder = context.policies.milestones
    let runs = try context.ask(RunsOf(habit: query.habit, reaching: ladder))
    let details = try details(context)
    let nearest = runs.compactMap { next($0, ladder, details[$0.habit]) }
    return BadgesReport(
      items: runs.flatMap(badges),
      next: nearest.sorted { $0.left * $0.unit.days < $1.left * $1.unit.days }
    )
  }

  /// Returns the details of Tracking's habits; other modules may provide further habits.
  private static func details(_ context: RequestContext) throws -> [HabitID: HabitDetails] {
    guard context.answers(AllHabits.self) else { return [:] }
    let habits = try context.ask(AllHabits(includesArchived: true))
    return Dictionary(habits.map { ($0.id, $0.details) }) { $1 }
  }

  /// Returns the badges of each unit in which the habit was ever counted.
  static func badges(_ habit: HabitRuns) -> [Badge] {
    StreakUnit.allCases.flatMap { unit in
      let runs = habit.runs.filter { $0.unit == unit }
      let levels = Set(runs.flatMap(\.reached).map(\.length))
      return levels.sorted().compactMap { level in badge(of: habit, level, unit, runs) }
    }
  }

  private static func badge(
    of habit: HabitRuns,
    _ level: Int,
    _ unit: StreakUnit,
    _ runs: [StreakRun]
  ) -> Badge? {
    let reached = runs.flatMap(\.reached).filter { $0.length == level }
    guard let first = reached.min(by: { $0.day < $1.day }) else { return nil }
    return Badge(
      habit: habit.habit,
      title: habit.title,
      level: level,
      unit: unit,
      day: first.day,
      times: reached.count,
      isHard: first.difficulty == .hard,
      recorded: first.recorded
    )
  }

  private static func next(
    _ habit: HabitRuns,
    _ ladder: [Int],
    _ details: HabitDetails?
  ) -> NextMilestone? {
    guard let current = habit.runs.last(where: \.isCurrent), details?.archived != true else {
      return nil
    }
    var countsChecks = false
    if case .times(let number, .rolling(let days)) = details?.schedule {
      guard number * 7 >= days else { return nil }
      countsChecks = true
    }
    guard let level = ladder.first(where: { $0 > current.milestoneLength }) else { return nil }
    return NextMilestone(
      habit: habit.habit,
      title: habit.title,
      level: level,
      unit: habit.unit,
      left: level - current.milestoneLength,
      countsChecks: countsChecks
    )
  }
}
