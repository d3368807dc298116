import Core
import Presentation

/// The texts of sober days on the command line, which a product may replace.
extension Phrase {
  /// No day is marked yet.
  static let soberEmpty = Phrase(
    "sober.empty",
    "Your calendar is empty. It begins with one sober day, today or any day before."
  )
  /// Above the command that begins a calendar with days that lie behind.
  static let soberEmptyLast = Phrase(
    "sober.empty-last",
    "If it has been a while, say when the last time was, and all days since then count:"
  )
  /// Today is sober; {current} is "3 days".
  static let soberToday = Phrase("sober.today", "Sober today. {current} in a row.")
  /// Today is sober and is the first day of a run.
  static let soberTodayFirst = Phrase("sober.today-first", "Sober today. That is day one.")
  /// Today is unmarked and a run is in progress; {current}.
  static let soberOpen = Phrase(
    "sober.open",
    "{current} sober so far. Today is not marked yet."
  )
  /// Today is unmarked and no run is in progress.
  static let soberFresh = Phrase(
    "sober.fresh",
    "Today is not marked yet. Whenever you are ready."
  )
  /// Today is marked as not sober; {total} is all sober days, "30 days".
  static let soberSlip = Phrase(
    "sober.slip-today",
    "Today was not sober, and it is noted. Still yours: {total} sober."
  )
  /// Today is marked as not sober, and no day has been marked sober yet.
  static let soberSlipFirst = Phrase(
    "sober.slip-first",
    "Today was not sober, and it is noted. Any day can be the first."
  )
  /// A day was marked sober; {day} is "today", {current}.
  static let soberMarked = Phrase("sober.marked", "Sober {day}. {current} in a row.")
  /// A day was marked sober and is the first day of a run; {day}.
  static let soberMarkedFirst = Phrase("sober.marked-first", "Sober {day}. That is day one.")
  /// A day outside the current run was marked sober; {day}.
  static let soberMarkedPast = Phrase("sober.marked-past", "Sober {day}. Noted.")
  /// A day was marked not sober; {day}, {drinks} is "" or "2 drinks".
  static let soberSlipped = Phrase(
    "sober.slipped",
    "Noted {day}. One day does not undo the others."
  )
  /// A mark was cleared; {day}.
  static let soberCleared = Phrase("sober.cleared", "Nothing is marked {day} any more.")
  /// A substance was created by its first mark; {substance}.
  static let soberBegun = Phrase("sober.begun", "A calendar for “{substance}” has begun.")
  /// This mark reached a milestone; {days} is "7 days".
  static let soberReached = Phrase("sober.reached", "{days} sober. That is a milestone.")
  /// The next milestone; {days}, {left} is "4 days", {date}.
  static let soberNext = Phrase("sober.next", "{days}, {left} to go")
  /// No run is in progress, so the first day comes next.
  static let soberNextFirst = Phrase("sober.next-first", "day one, whenever you are ready")
  /// Figures are missing.
  static let soberFiguresHint = Phrase(
    "sober.figures-hint",
    "To see what you save, tell what you used to drink:"
  )
  /// No reason has been written down.
  static let soberNoWhy = Phrase("sober.no-why", "Why do you do this? It helps to read it later.")
  static let soberWhyKept = Phrase(
    "sober.why-kept",
    "Kept. You will find it here when you need it."
  )
  static let soberWhyGone = Phrase("sober.why-gone", "Your why is removed.")
  /// The timer is at zero.
  static let soberTimerZero = Phrase(
    "sober.timer-zero",
    "The timer runs once today is marked sober."
  )
  static let soberSettings = Phrase("sober.settings", "What your savings are counted from.")
  static let soberSettingsKept = Phrase("sober.settings-kept", "Your figures are kept.")
  /// A substance was deleted; {substance}.
  static let soberDeleted = Phrase("sober.deleted", "“{substance}” is gone, with its calendar.")
}

enum SobrietyPhrases {
  /// All texts, so that a product's replacements can be checked against them.
  static let all: [Phrase] = [
    .soberEmpty, .soberEmptyLast, .soberToday, .soberOpen, .soberFresh, .soberSlip,
    .soberSlipFirst, .soberMarked, .soberMarkedPast, .soberSlipped, .soberCleared, .soberBegun,
    .soberReached, .soberNext, .soberTodayFirst, .soberMarkedFirst, .soberNextFirst,
    .soberFiguresHint, .soberNoWhy, .soberWhyKept, .soberWhyGone, .soberTimerZero,
    .soberSettings, .soberSettingsKept, .soberDeleted,
  ]
}
