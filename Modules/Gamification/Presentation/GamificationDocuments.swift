import Core
import GamificationContract
import Presentation
import StreaksContract
import TrackingContract

/// The output of `trellis badges --json`.
struct BadgesDocument: Codable, Sendable {
  struct Item: Codable, Sendable {
    let id: HabitID
    let title: String
    let level: Int
    /// The day on which a run first reached the level.
    let day: Day
    let times: Int
    let unit: StreakUnit
    let hard: Bool
    /// How many days of the run were not marked on the day itself.
    let addedLater: Int
  }

  /// The next milestone of a current run.
  struct Next: Codable, Sendable {
    let id: HabitID
    let title: String
    let level: Int
    let left: Int
    let unit: StreakUnit
  }

  let items: [Item]
  let total: Int
  let next: [Next]

  init(_ report: BadgesReport) {
    items = report.items.map {
      Item(
        id: $0.habit,
        title: $0.title,
        level: $0.level,
        day: $0.day,
        times: $0.times,
        unit: $0.unit,
        hard: $0.isHard,
        addedLater: $0.recorded.later
      )
    }
    total = report.total
    next = report.next.map {
      Next(id: $0.habit, title: $0.title, level: $0.level, left: $0.left, unit: $0.unit)
    }
  }
}

/// A habit in both score documents.
struct ScoreItem: Codable, Sendable {
  let id: HabitID
  let title: String
  let unit: StreakUnit
  let current: Int
  let best: Int
  let atRisk: Bool
  let difficulty: Difficulty
  let multiplier: Double
  /// `current` times `multiplier`.
  let adjusted: Double
  /// 0 to 100.
  let score: Int
  /// 0 to 1.
  let strength: Double
  let protectedDays: [Day]

  init(_ score: HabitScore) {
    let streak = score.streak
    id = streak.habit
    title = streak.title
    unit = streak.unit
    current = streak.current
    best = streak.best
    atRisk = streak.atRisk
    difficulty = score.difficulty
    multiplier = score.multiplier
    adjusted = streak.adjusted
    self.score = streak.score
    strength = streak.strength
    protectedDays = streak.protectedDays
  }
}

/// The output of `trellis score --json`.
struct ScoresDocument: Codable, Sendable {
  let items: [ScoreItem]

  init(_ scores: [HabitScore]) { items = scores.map(ScoreItem.init) }
}

/// The output of `trellis score --explain HABIT --json`.
struct ExplanationDocument: Codable, Sendable {
  struct DayItem: Codable, Sendable {
    let day: Day
    let status: DisplayStatus
    let inCurrentStreak: Bool
    let strength: Double
    /// The change of the strength on this day.
    let change: Double
  }

  let id: HabitID
  let title: String
  let items: [ScoreItem]
  /// The share of planned days done in the last 30 days, 0 to 1; null if none were planned.
  @OrNull var monthRate: Double?
  let strengthBefore: Double
  let days: [DayItem]

  init(_ explanation: ScoreExplanation) {
    id = explanation.score.streak.habit
    title = explanation.score.streak.title
    items = [ScoreItem(explanation.score)]
    strengthBefore = explanation.strengthBefore
    days = explanation.days.map {
      DayItem(
        day: $0.day,
        status: $0.status,
        inCurrentStreak: $0.inCurrentStreak,
        strength: $0.strength,
        change: $0.change
      )
    }
    monthRate = explanation.monthRate
  }
}
