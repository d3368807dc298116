import Core
import Presentation

/// The phrases of Tracking, in plain words that a product may replace with its own.
extension Phrase {
  // MARK: Today

  static let greetingMorning = Phrase("greeting.morning", "Good morning")
  static let greetingDay = Phrase("greeting.day", "Good afternoon")
  static let greetingEvening = Phrase("greeting.evening", "Good evening")
  static let greetingNight = Phrase("greeting.night", "Still up")

  /// Shown if there are no habits.
  static let todayEmpty = Phrase(
    "today.empty",
    "Nothing here yet. Start with one small thing you would like to do."
  )
  /// Shown if there are habits, but none is due today.
  static let todayNothingDue = Phrase(
    "today.nothing-due",
    "Nothing is planned for today. Enjoy it."
  )
  /// Shown if {open} habits are left and none is done.
  static let todayNoneDone = Phrase("today.none-done", "A fresh day. Pick the easiest one first.")
  /// Shown if {done} of {total} habits are done and {open} are left.
  static let todaySomeDone = Phrase("today.some-done", "Good going: {done} done, {open} to go.")
  static let todayAllDone = Phrase("today.all-done", "All done for today. Well done!")
  /// Shown beside an open habit whose streak ends unless it is done today.
  static let todayAtRisk = Phrase("today.at-risk", "today keeps it going")
  /// A closing line of encouragement.
  static let quote = Phrase("quote", "Small steps, taken often, go a long way.")

  // MARK: Marking a day; {title}, {day} ("today", "on 3 Nov")

  static let checkDone = Phrase("check.done", "{title} — done for {day}.")
  static let checkUndone = Phrase("check.undone", "{title} — open again for {day}.")
  static let checkSkipped = Phrase(
    "check.skipped",
    "{title} — skipped for {day}. A skip breaks nothing."
  )
  /// Shown if nothing is marked any more on a day that stays skipped.
  static let checkOnVacation = Phrase(
    "check.on-vacation",
    "{title} — nothing is marked for {day}, which a vacation skips."
  )
  /// Shown if the value falls short: {value} of {target}, {left} to go.
  static let checkPartial = Phrase(
    "check.partial",
    "{title} — {value} of {target} for {day}, {left} to go."
  )
  /// Shown if the value exceeds a limit: {value} is {left} above {target}.
  static let checkOver = Phrase(
    "check.over",
    "{title} — {value} for {day}, {left} above {target}. Noted; tomorrow is a new day."
  )
  /// Shown when a run starts again; {best} is the longest run so far.
  static let streakRestarted = Phrase(
    "streak.restarted",
    "Good to have you back. Your best is {best}, and it is there to be beaten."
  )

  // MARK: History

  /// {done}: the number of checks in the seven days.
  static let weekSummary = Phrase("week.summary", "{done} done in these seven days.")
  static let weekEmpty = Phrase("week.empty", "A blank week, and room for anything.")
  /// {total}: the number of checks; {days}: the days they are on.
  static let historySummary = Phrase("history.summary", "{total} done, on {days}.")
  static let historyEmpty = Phrase(
    "history.empty",
    "Nothing yet in this time. The first square is one check away."
  )

  // MARK: Habits

  static let habitAdded = Phrase("habit.added", "{title} — added, {schedule}.")
  static let habitChanged = Phrase("habit.changed", "{title} — saved, its history kept.")
  static let habitArchived = Phrase("habit.archived", "{title} — archived. Its history stays.")
  static let habitReturned = Phrase("habit.returned", "{title} — back among your habits.")
  static let habitDeleted = Phrase("habit.deleted", "{title} — deleted.")
  static let habitKept = Phrase("habit.kept", "{title} — kept. Nothing was deleted.")
  static let habitsJoined = Phrase("habits.joined", "{title} — counts for {into} now.")
  static let habitsKeptApart = Phrase("habits.kept-apart", "Both are kept as they are.")
  static let habitSeparated = Phrase("habit.separated", "{title} — a habit of its own again.")
  static let vacationPlanned = Phrase("vacation.planned", "Have a good rest, {range}.")
  static let vacationCancelled = Phrase("vacation.cancelled", "The vacation is cancelled.")
  static let vacationNone = Phrase("vacation.none", "No vacations are planned.")
}

/// The help texts of the commands.
extension Phrase {
  static let helpSkip = Phrase(
    "help.skip",
    "Skip a day: it neither adds to a streak nor breaks it."
  )
  static let helpVacation = Phrase(
    "help.vacation",
    "Rest for some days without breaking a streak."
  )
}

enum TrackingPhrases {
  /// All phrases of this file, so that a product's replacements can be checked.
  static let all: [Phrase] =
    Phrase.aboutStreaks + [
      .greetingMorning,
      .greetingDay,
      .greetingEvening,
      .greetingNight,
      .todayEmpty,
      .todayArchived,
      .todayNothingDue,
      .todayNoneDone,
      .todaySomeDone,
      .todayAllDone,
      .todayAtRisk,
      .quote,
      .checkDone,
      .checkUndone,
      .checkSkipped,
      .checkOnVacation,
      .checkPartial,
      .checkOver,
      .streakRestarted,
      .weekSummary,
      .weekEmpty,
      .historySummary,
      .historyEmpty,
      .habitAdded,
      .habitChanged,
      .habitArchived,
      .habitReturned,
      .habitDeleted,
      .habitKept,
      .habitsJoined,
      .habitsKeptApart,
      .habitSeparated,
      .vacationPlanned,
      .vacationCancelled,
      .vacationNone,
      .helpSkip,
      .helpVacation,
    ]
}
