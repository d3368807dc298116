import Core
import GamificationContract
import StreaksContract
import TrackingContract

/// Scores, and where they come from.
enum ScoreHandlers {
  static func all(
    _ state: GamificationState,
    _ query: AllScores,
    _ context: RequestContext
  ) throws
    -> [HabitScore]
  {
    let habits = try context.ask(AllHabits())
    let difficulties = Dictionary(habits.map { ($0.id, $0.details.difficulty) }) { $1 }
    return try context.ask(AllStreaks()).items.map { streak in
      HabitScore(streak: streak, difficulty: difficulties[streak.habit] ?? .easy)
    }
  }

  static func explain(
    _ state: GamificationState,
    _ query: ExplainScore,
    _ context: RequestContext
  ) throws
    -> ScoreExplanation
  {
    guard (1...3660).contains(query.days) else {
      throw Refusal("too-many-days", "Ask for 1 to 3660 days. Nothing was changed.")
    }
    let (id, to) = (query.habit, context.today)
    let from = to.advanced(by: 1 - query.days)
    let streak = try context.ask(StreakOf(habit: id))
    let found = try context.ask(DaysOfHabits(habit: id, from: from, to: to))
    guard let days = found.first(where: { $0.habit.id == id }) else {
      throw Refusal("unknown-habit", "There is no such habit here. Nothing was changed.")
    }
    let before = try context.ask(
      StrengthSeries(habit: id, from: from.advanced(by: -1), to: to)
    )
    let marks = try context.ask(StreakDays(habit: id, from: from, to: to))
    let rate = try context.ask(StatsOf(habit: id)).items.first?.rates.month
    let strengths = Dictionary(before.map { ($0.day, $0.strength) }) { $1 }
    return ScoreExplanation(
      score: HabitScore(streak: streak, difficulty: days.habit.details.difficulty),
      monthRate: rate,
      strengthBefore: strengths[from.advanced(by: -1)] ?? 0,
      days: scored(days, marks, strengths, today: to)
    )
  }

  /// The days from the first one on that anything is known of.
  private static func scored(
    _ days: HabitDays,
    _ marks: [StreakDay],
    _ strengths: [Day: Double],
    today: Day
  ) -> [ScoredDay] {
    let marks = Dictionary(marks.map { ($0.day, $0) }) { $1 }
    return days.days.compactMap { state in
      guard let strength = strengths[state.day] else { return nil }
      let isProtected = marks[state.day]?.isProtected ?? false
      return ScoredDay(
        day: state.day,
        status: days.shown(state, today: today, isProtected: isProtected),
        inCurrentStreak: marks[state.day]?.inCurrentStreak ?? false,
        strength: strength,
        change: strength - (strengths[state.day.advanced(by: -1)] ?? 0)
      )
    }
  }
}
