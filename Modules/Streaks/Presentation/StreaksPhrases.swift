import Core
import Presentation

/// The phrases of Streaks, in plain words that a product may replace with its own.
extension Phrase {
  /// The heading above all streaks.
  static let streaksHeading = Phrase("streaks.heading", "Streaks")
  /// The label of the number of done days.
  static let statsDone = Phrase("stats.done", "Days done")
  static let streaksEmpty = Phrase(
    "streaks.empty",
    "No streaks yet. They begin with a first habit."
  )
  /// Shown if all habits are archived.
  static let streaksArchived = Phrase(
    "streaks.archived",
    "All you had is in the archive, with its history. Bring something back, or begin something new."
  )
  /// Shown by products that hide the numbers.
  static let streaksHidden = Phrase(
    "streaks.hidden",
    "How deep your habits have rooted. No counting, no hurry."
  )
  /// Shown when a run grows again after a break; {left} to go to {best}.
  static let streakTarget = Phrase(
    "streak.target",
    "{left} more and it equals your best of {best}."
  )
  /// Shown if the current run is the longest so far.
  static let streakBest = Phrase("streak.at-best", "This is your longest run so far.")
  /// Shown before the days that freezes protect.
  static let streakProtected = Phrase("streak.protected", "Protected by a freeze:")
  /// Shown before the days that travel east shortened or skipped, and that therefore break nothing.
  static let streakShortened = Phrase("streak.shortened", "Shortened by travel, so not missed:")
  /// Shown if there is nothing to protect: yesterday broke no run.
  static let freezeNone = Phrase("freeze.none", "Yesterday broke no run, so no freeze is needed.")
  /// Shown if yesterday broke a run and no freeze is in stock.
  static let freezeOut = Phrase(
    "freeze.out",
    "No freeze is in stock for what ended yesterday. What you did still counts."
  )
  /// Shown after a freeze was used: {day} of {title} is protected, {available} are left.
  static let freezeUsed = Phrase(
    "freeze.used",
    "{title} — {day} is protected, and the streak goes on. Freezes left: {available}."
  )
  static let freezeHow = Phrase(
    "freeze.how",
    "A run earns one freeze for each 30 days that are done."
  )
  /// Shown if the freeze for {day} of {title} was spent on another device first.
  static let freezeReturned = Phrase(
    "freeze.returned",
    "The freeze for {title}, used for {day}, was given back: another device had spent your last "
      + "one first. Everything you did still counts."
  )
  /// Shown after a run of {title} has ended, before the command that sets a reminder.
  static let streakRemind = Phrase("streak.remind", "Shall I remind you tomorrow?")
  /// Shown if most of what was planned in the last 30 days was done.
  static let statsSteady = Phrase("stats.steady", "You keep most of what you plan. That is rare.")
  /// Shown if there are no habits to measure.
  static let statsEmpty = Phrase("stats.empty", "No habits yet, so there is nothing to measure.")
  /// Shown if the last week of {title} went clearly better than the weeks before it.
  static let statsRising = Phrase(
    "stats.rising",
    "{title} is on the rise. Whatever you changed, it works."
  )
}

/// The help texts of the commands.
extension Phrase {
  static let helpGarden = Phrase("help.garden", "Show your garden, a plant for each habit.")
  static let helpStreaks = Phrase("help.streaks", "Show current and best streaks.")
  /// Explains what a streak counts.
  static let helpStreaksMore = Phrase(
    "help.streaks-more",
    "A streak counts what the habit's own rhythm counts: days, weeks, months or times."
  )
  static let helpStats = Phrase("help.stats", "Show rates, trends and totals.")
  /// Explains what a rate is.
  static let helpStatsMore = Phrase(
    "help.stats-more",
    "Rates are what was done of what was planned in the last 7 days, the last 30, and over all time."
  )
}

enum StreaksPhrases {
  /// All phrases of this module, so that a product's replacements can be checked.
  static let all: [Phrase] =
    Phrase.aboutHabits + Phrase.aboutStreaks + [
      .helpGarden, .helpStreaks, .helpStreaksMore, .helpStats, .helpStatsMore,
      .streaksHeading,
      .statsDone,
      .streaksEmpty,
      .streaksArchived,
      .streaksHidden,
      .streakTarget,
      .streakBest,
      .streakProtected,
      .streakShortened,
      .freezeNone,
      .freezeOut,
      .freezeUsed,
      .freezeHow,
      .statsEmpty,
      .statsRising,
      .statsSteady,
      .freezeReturned,
      .streakRemind,
    ]
}
