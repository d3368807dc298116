import Core
import Presentation

/// What streaks say to a person, in plain words that a product may replace with its own.
extension Phrase {
  /// There are no habits.
  static let streaksHeading = Phrase("streaks.heading", "Streaks")
  /// Beside how many days were done.
  static let statsDone = Phrase("stats.done", "Days done")
  static let streaksEmpty = Phrase(
    "streaks.empty",
    "No streaks yet. They begin with a first habit."
  )
  /// Where a product keeps the numbers to itself.
  static let streaksHidden = Phrase(
    "streaks.hidden",
    "How deep your habits have rooted. No counting, no hurry."
  )
  /// One run has ended; {title}, {best} ("12 days").
  static let streakBroken = Phrase(
    "streak.broken",
    "{title} is ready for a new start. Your best of {best} still counts, and is there to be beaten."
  )
  /// Several runs have ended.
  static let streaksBroken = Phrase(
    "streaks.several-broken",
    "A few runs ended. Start with the easiest one, right after something you do anyway; a "
      + "smaller target is fine too."
  )
  /// A run grows again after a break; {title}, {left} to go to the best, {best}.
  static let streakTarget = Phrase(
    "streak.target",
    "{left} more and it equals your best of {best}."
  )
  /// The current run is the longest there was.
  static let streakBest = Phrase("streak.at-best", "This is your longest run so far.")
  /// A freeze could protect {day} of {title}.
  static let freezeOffer = Phrase(
    "freeze.offer",
    "A freeze can keep the streak of {title}, missed {day}."
  )
  /// Nothing could be protected.
  static let freezeNone = Phrase("freeze.none", "Nothing needs a freeze today.")
  /// {day} of {title} is protected, {available} are left.
  static let freezeUsed = Phrase(
    "freeze.used",
    "{title} — {day} is protected, and the streak goes on. Freezes left: {available}."
  )
  static let freezeHow = Phrase(
    "freeze.how",
    "A run earns one freeze for each 30 days that are done."
  )
  /// The freeze for {day} of {title} was spent on another device first.
  static let freezeReturned = Phrase(
    "freeze.returned",
    "The freeze for {title}, used for {day}, was given back: another device had spent your last "
      + "one first. Everything you did still counts."
  )
  /// After a run of {title} has ended, before the command that sets a reminder.
  static let streakRemind = Phrase("streak.remind", "Shall I remind you tomorrow?")
  /// Most of what was planned in the last 30 days was done.
  static let statsSteady = Phrase("stats.steady", "You keep most of what you plan. That is rare.")
  /// There are no habits to have numbers of.
  static let statsEmpty = Phrase("stats.empty", "No habits yet, so there is nothing to measure.")
  /// The last week went clearly better than the weeks before it; {title}.
  static let statsRising = Phrase(
    "stats.rising",
    "{title} is on the rise. Whatever you changed, it works."
  )
}

/// What help says of the commands.
extension Phrase {
  static let helpStreaks = Phrase("help.streaks", "Show current and best streaks.")
  /// What a streak counts.
  static let helpStreaksMore = Phrase(
    "help.streaks-more",
    "A streak counts what the habit's own rhythm counts: days, weeks, months or times."
  )
  static let helpStats = Phrase("help.stats", "Show rates, trends and totals.")
  /// What a rate is.
  static let helpStatsMore = Phrase(
    "help.stats-more",
    "Rates are what was done of what was planned in the last 7 days, the last 30, and always."
  )
}

enum StreaksPhrases {
  /// Everything that is said here, so that a product can be checked against it.
  static let all: [Phrase] =
    Phrase.aboutHabits + [
      .helpStreaks, .helpStreaksMore, .helpStats, .helpStatsMore,
      .streaksHeading,
      .statsDone,
      .streaksEmpty,
      .streaksHidden,
      .streakBroken,
      .streaksBroken,
      .streakTarget,
      .streakBest,
      .freezeOffer,
      .freezeNone,
      .freezeUsed,
      .freezeHow,
      .statsEmpty,
      .statsRising,
      .statsSteady,
      .freezeReturned,
      .streakRemind,
    ]
}
