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
      throw DomainError(
        "too-many-days",
        "Ask for 1 to 3660 days. Nothing was changed.",
        isFinal: true
      )
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
      days: scored(shown(days, of: id, from, to, context), strengths)
    )
  }

  /// Returns the days with how each is shown, which Tracking helps to decide for its own habits.
  private static func shown(
    _ days: [StreakDay],
    of habit: HabitID,
    _ from: Day,
    _ to: Day,
    _ context: RequestContext
  ) -> [(day: StreakDay, status: DisplayStatus)] {
    guard context.answers(DaysOfHabits.self),
      let tracked = try? context.ask(DaysOfHabits(habit: habit, from: from, to: to)).first
    else { return days.map { ($0, $0.status) } }
    let states = Dictionary(tracked.days.map { ($0.day, $0) }) { $1 }
    return days.map { day in
      (day, states[day.day].map { tracked.shown($0, as: day, today: to) } ?? day.status)
    }
  }

  /// Returns the days from the first one with data.
  private static func scored(
    _ days: [(day: StreakDay, status: DisplayStatus)],
    _ strengths: [Day: Double]
  ) -> [ScoredDay] {
    days.compactMap { day, status in
      guard let strength = strengths[day.day] else { return nil }
      return ScoredDay(
        day: day.day,
        status: status,
        inCurrentStreak: day.inCurrentStreak,
        strength: strength,
        change: strength - (strengths[day.day.advanced(by: -1)] ?? 0)
      )
    }
  }
}
