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
    let runs = try context.ask(RunsOf(habit: query.habit, reaching: Milestones.levels))
    let next = runs.compactMap(next).sorted { $0.left < $1.left }
    return BadgesReport(items: runs.flatMap(badges), next: next)
  }

  private static func badges(_ habit: HabitRuns) -> [Badge] {
    Milestones.levels.compactMap { level in
      let days = habit.runs.flatMap(\.reached).filter { $0.length == level }.map(\.day)
      guard let day = days.min() else { return nil }
      return Badge(
        habit: habit.habit,
        title: habit.title,
        level: level,
        unit: habit.unit,
        day: day,
        times: days.count,
        isHard: habit.difficulty == .hard
      )
    }
  }

  private static func next(_ habit: HabitRuns) -> NextMilestone? {
    guard let current = habit.runs.last(where: \.isCurrent) else { return nil }
    guard let level = Milestones.levels.first(where: { $0 > current.length }) else { return nil }
    return NextMilestone(
      habit: habit.habit,
      title: habit.title,
      level: level,
      unit: habit.unit,
      left: level - current.length
    )
  }
}
