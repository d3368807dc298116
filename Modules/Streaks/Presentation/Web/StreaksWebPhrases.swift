import Core
import Presentation

/// The phrases of Streaks that only the browser shows.
extension Phrase {
  static let tabStreaks = Phrase("tab.streaks", "Streaks")
  /// {running} of {all} habits have a current run.
  static let streaksNote = Phrase("streaks.note", "Running now: {running} of {all}.")
  /// Shown if there are no streaks.
  static let streaksBegin = Phrase("streaks.begin", "Begin today")
  /// Shown if all habits are archived; the link is the same.
  static let streaksToday = Phrase("streaks.today", "To today")
  static let streaksAll = Phrase("streaks.all", "All streaks")
  static let streakAtRisk = Phrase("streak.at-risk", "open today")
  static let streakAtRiskLong = Phrase("streak.at-risk-long", "It is still open today.")
  static let streakNone = Phrase("streak.no-run", "no run yet")
  static let streakAtBestShort = Phrase("streak.at-best-short", "the longest so far")
  static let streakToHabit = Phrase("streak.to-habit", "Open the habit")
  /// {unit}: "weeks".
  static let streakCounts = Phrase("streak.counts", "This streak counts {unit}.")
  static let streakTitle = Phrase("streak.title", "Streak")
  static let streakNow = Phrase("streak.now", "now")
  static let streakLongest = Phrase("streak.longest", "longest")
  static let streakMean = Phrase("streak.mean", "on average")
  static let remindTomorrow = Phrase("remind.tomorrow", "Remind me at 18:00")

  // MARK: Freezes

  static let freezeTitle = Phrase("freeze.title", "Freezes")
  static let freezeUse = Phrase("freeze.use", "Use a freeze")
  /// {count} further runs could be kept.
  static let freezeMore = Phrase("freeze.more", "Other runs that can be kept: {count}")
  static let freezeLater = Phrase("freeze.later", "Not now")
  static let freezeStock = Phrase("freeze.stock", "in stock")
  static let freezeEarned = Phrase("freeze.earned", "earned")
  static let freezeSpent = Phrase("freeze.spent", "used")

  // MARK: The great flame

  /// {title} is in for today, or has nothing to do.
  static let blazeLit = Phrase("blaze.lit", "{title} is burning.")
  static let blazeOpen = Phrase("blaze.open", "{title} is still open today. Keep it burning.")
  static let blazeOut = Phrase("blaze.out", "No flame yet. One small thing today lights it.")
  /// Shown instead if everything rests today.
  static let blazeRest = Phrase("blaze.rest", "No flame just now, and nothing to do: rest well.")
  /// {length}: "30 days".
  static let blazeBest = Phrase("blaze.best", "The longest so far: {length}.")

  // MARK: Analytics

  static let analyticsTitle = Phrase("analytics.title", "How it goes")
  static let analyticsConsistency = Phrase("analytics.consistency", "consistency")
  static let analyticsConsistencyNote = Phrase(
    "analytics.consistency-note",
    "of all habits, over 30 days"
  )
  static let rateWeek = Phrase("rate.week", "7 days")
  static let rateMonth = Phrase("rate.month", "30 days")
  static let rateAlways = Phrase("rate.always", "All time")
  static let trendTitle = Phrase("trend.title", "The last 30 days")
  /// {from}, {to}: percentages of what was planned.
  static let trendUp = Phrase("trend.up", "Rising, from {from} to {to} of what was planned.")
  static let trendDown = Phrase(
    "trend.down",
    "From {from} to {to} of what was planned. A quieter stretch; they happen."
  )
  static let trendSteady = Phrase("trend.steady", "Steady at {to} of what was planned.")
  /// {low}, {high}: the lowest and highest percentage; {to}: that of today.
  static let trendVaried = Phrase(
    "trend.varied",
    "Between {low} and {high} of what was planned, now {to}."
  )
  static let weekdaysTitle = Phrase("weekdays.title", "By weekday")
  /// {weekday}: "Monday".
  static let weekdaysBest = Phrase("weekdays.best", "{weekday} goes best.")
  /// {weekday} and {other} are equally good.
  static let weekdaysBestTwo = Phrase("weekdays.best-two", "{weekday} and {other} go best.")

  // MARK: Without numbers

  static let rootsTitle = Phrase("roots.title", "Roots")
  static let rootsSeed = Phrase("roots.seed", "a seed, freshly sown")
  static let rootsSprout = Phrase("roots.sprout", "sprouting")
  static let rootsGrowing = Phrase("roots.growing", "growing well")
  static let rootsDeep = Phrase("roots.deep", "deeply rooted")
  static let gardenTitle = Phrase("garden.title", "Your garden")
  static let gardenEmpty = Phrase("garden.empty", "A bed of soil that waits for a first seed")
  static let gardenOpen = Phrase("garden.open", "tended today")
  static let gardenMore = Phrase("garden.more", "and more")
}

extension StreaksPhrases {
  static let web: [Phrase] = [
    .tabStreaks, .streaksNote, .streaksBegin, .streaksToday, .streaksAll, .streakAtRisk,
    .streakAtRiskLong,
    .streakNone, .streakAtBestShort, .streakToHabit, .streakCounts, .streakTitle, .streakNow,
    .streakLongest, .streakMean, .remindTomorrow, .freezeTitle, .freezeUse,
    .blazeLit, .blazeOpen, .blazeOut, .blazeRest, .blazeBest,
    .freezeMore, .freezeLater, .freezeStock, .freezeEarned, .freezeSpent, .analyticsTitle,
    .analyticsConsistency, .analyticsConsistencyNote, .rateWeek, .rateMonth, .rateAlways,
    .trendTitle, .trendUp, .trendDown, .trendSteady, .trendVaried, .weekdaysTitle,
    .weekdaysBest, .weekdaysBestTwo, .rootsTitle,
    .rootsSeed, .rootsSprout, .rootsGrowing, .rootsDeep,
    .gardenTitle, .gardenEmpty, .gardenOpen, .gardenMore,
  ]
}
