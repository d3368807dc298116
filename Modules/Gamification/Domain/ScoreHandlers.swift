import Core
import GamificationContract
import StreaksContract
import TrackingContract

/// Handles scores and their explanation.
enum ScoreHandlers {
  static func all(
    _ state: GamificationState,
    _ query: AllScores,
    _ context: RequestContext
  ) throws
    -> [HabitScore]
  {
    try context.ask(AllStreaks()).items.map { HabitScore(streak: $0) }
  }

  static func explain(
    _ state: GamificationState,
    _ query: ExplainScore,
    _ context: RequestContext
  ) throws
    -> ScoreExplanation
  {
    guard (1...3660).contains(query.days) else {
      throw DomainError("too-many-days", "Ask for 1 to 3660 days. Nothing was changed.")
    }
    let (id, to) = (query.habit, context.today)
    let from = to.advanced(by: 1 - query.days)
    let streak = try context.ask(StreakOf(habit: id))
    let before = try context.ask(
      StrengthSeries(habit: id, from: from.advanced(by: -1), to: to)
    )
    let days = try context.ask(StreakDays(habit: id, from: from, to: to))
    let rate = try context.ask(StatsOf(habit: id)).items.first?.rates.month
    let strengths = Dictionary(before.map { ($0.day, $0.strength) }) { $1 }
    return ScoreExplanation(
      score: HabitScore(streak: streak),
      monthRate: rate,
      strengthBefore: strengths[from.advanced(by: -1)] ?? 0,
      days: scored(days, strengths, marks: marks(of: id, from, to, context))
    )
  }

  /// Returns the days that the user marked as missed, which only Tracking knows.
  private static func marks(
    of habit: HabitID,
    _ from: Day,
    _ to: Day,
    _ context: RequestContext
  ) -> Set<Day> {
    // A habit of another module has no such marks.
    guard context.answers(DaysOfHabits.self),
      let days = try? context.ask(DaysOfHabits(habit: habit, from: from, to: to)).first
    else { return [] }
    let missed = days.days.filter { $0.isOfQuota && days.shown($0, today: to) == .missed }
    return Set(missed.map(\.day))
  }

  /// Returns the days from the first one with data.
  ///
  /// - Parameter marks: the days of a quota that the user marked as missed.
  private static func scored(
    _ days: [StreakDay],
    _ strengths: [Day: Double],
    marks: Set<Day>
  ) -> [ScoredDay] {
    days.compactMap { day in
      guard let strength = strengths[day.day] else { return nil }
      return ScoredDay(
        day: day.day,
        status: day.status == .notDue && marks.contains(day.day) ? .missed : day.status,
        inCurrentStreak: day.inCurrentStreak,
        strength: strength,
        change: strength - (strengths[day.day.advanced(by: -1)] ?? 0)
      )
    }
  }
}
