import Core
import Presentation

/// The phrases of Tracking that only the browser shows.
extension Phrase {
  // MARK: Page titles

  static let tabToday = Phrase("tab.today", "Today")
  static let tabWeek = Phrase("tab.week", "Week")
  /// Short, because it is shown in the navigation.
  static let tabHistory = Phrase("tab.history", "History")
  static let historyTitle = Phrase("history.title", "Contributions")

  // MARK: Today

  static let yearTitle = Phrase("year.title", "The last year")
  static let calendarEarlier = Phrase("calendar.earlier", "← Earlier")
  static let calendarLater = Phrase("calendar.later", "Later →")
  /// Follows the number of what was done; {days} is "140 days".
  static let yearTally = Phrase("year.tally", "done in the last year, on {days}")
  /// The same for screen readers, with the target of the drawing's link.
  static let yearWords = Phrase(
    "year.words",
    "The last year, a square for each day: {total} done on {days}. Open the history."
  )
  static let habitsManage = Phrase("habits.manage", "All habits")
  static let habitNew = Phrase("habit.new", "New habit")
  /// Shown on a page without habits.
  static let habitFirst = Phrase("habit.first", "Add the first one")
  /// Shown at the end of the first visit.
  static let welcomeHabit = Phrase("welcome.habit", "A first habit")
  static let welcomeHabitLabel = Phrase("welcome.habit.label", "What would you like to do?")
  static let welcomeHabitHint = Phrase(
    "welcome.habit.hint",
    "Something small, such as “Read a page”. How often, and everything else, can come later."
  )
  static let welcomeHabitBegin = Phrase("welcome.habit.begin", "Begin")
  /// {day}: "yesterday", "3 Nov".
  static let pastDayTitle = Phrase("past-day.title", "Looking back at {day}")
  static let pastDayHint = Phrase("past-day.hint", "What you forgot to tick can be ticked here.")
  static let noteKept = Phrase("note.kept", "{title} — note kept.")
  /// Shown after a mark was undone.
  static let newerEntryStands = Phrase(
    "day.newer",
    "{title}: what you entered later on another page or device stays."
  )
  static let dayRestored = Phrase("day.restored", "{title} — as it was before.")

  // MARK: Form

  static let habitNewHint = Phrase(
    "habit.new-hint",
    "A title is enough to begin. Everything can be changed later."
  )
  static let habitEdit = Phrase("habit.edit", "Change habit")
  /// {title}: the habit's title.
  static let habitEditHint = Phrase(
    "habit.edit-hint",
    "{title}. Whatever you change, its history stays."
  )
  static let formRhythm = Phrase("form.rhythm", "How often")
  static let formFrom = Phrase("form.from", "From")
  static let formFromHint = Phrase(
    "form.from-hint",
    "A new rhythm, target or difficulty holds from this day on. The days before keep theirs."
  )
  static let formMeasure = Phrase("form.measure", "Measure it")
  static let formMeasureHint = Phrase(
    "form.measure-hint",
    "For pages, minutes, glasses: the day is done when the number is reached. Leave the target "
      + "empty for a simple check."
  )
  static let formMore = Phrase("form.more", "More: a group, a question, notes, how much it matters")
  static let habitSuggestions = Phrase("habit.suggestions", "Habits to start from")
  static let formSave = Phrase("form.save", "Save")
  static let formCancel = Phrase("form.cancel", "Cancel")
  static let habitPutAway = Phrase(
    "habit.put-away",
    "No longer doing this? Archived, it keeps its history and can come back."
  )

  // MARK: Deleting

  /// {title}: the habit's title.
  static let deleteTitle = Phrase("delete.title", "Delete {title}?")
  /// {days}: "34 marked days and 2 notes".
  static let deleteLoss = Phrase(
    "delete.loss",
    "It takes its {days} with it, for good. Nothing has been deleted yet."
  )
  static let deleteNothing = Phrase(
    "delete.nothing",
    "It has no marked days yet, so nothing else is lost. Nothing has been deleted yet."
  )
  static let deleteInstead = Phrase(
    "delete.instead",
    "Archive it instead and it disappears from your days, but keeps its history."
  )

  // MARK: Habits and vacations

  static let habitsTitle = Phrase("habits.title", "Habits")
  static let habitsHint = Phrase("habits.hint", "In the order in which a day shows them.")
  /// {count}: "2 habits".
  static let habitsArchived = Phrase("habits.archived", "Archived: {count}")
  static let vacationsTitle = Phrase("vacations.title", "Vacations")
  static let vacationsHint = Phrase(
    "vacations.hint",
    "Days of a vacation are skipped: they neither add to anything nor break it."
  )
  static let vacationPlan = Phrase("vacation.plan", "Plan a vacation")

  // MARK: History

  static let historyTotal = Phrase("history.total", "done in this time")
  static let historyDays = Phrase("history.days", "active days")
  static let historyWeek = Phrase("history.week", "this week")
  static let historyBest = Phrase("history.best", "most on one day")
  static let historyMonths = Phrase("history.months", "By month")
  static let dayEmpty = Phrase("day.empty", "Nothing was noted on this day.")
  /// {count}: the number of habits that were not done.
  static let dayRest = Phrase("day.rest", "Also there that day: {count}")
  static let dayMark = Phrase("day.mark", "Mark this day")

  // MARK: One habit

  static let habitCalendar = Phrase("habit.calendar", "The last 90 days")
  static let habitHistory = Phrase("habit.history", "History")
  static let habitNotes = Phrase("habit.notes", "Notes")
  static let dayChange = Phrase("day.change", "Change this day")
  /// {days}: "today and yesterday".
  static let dayLocked = Phrase(
    "day.locked",
    "This day is settled: only {days} can still be marked. Its note can be changed."
  )
  static let dayArchived = Phrase(
    "day.archived",
    "This is in the archive. Bring it back first, then change its days."
  )
  static let dayAhead = Phrase("day.ahead", "This day is still to come.")

  // MARK: Two devices

  /// Above habits that two devices have under the same name.
  static let twinsTitle = Phrase("twins.title", "There twice")
  /// {into} and {from}: the days of each habit; {both}: the days that are in both.
  static let twinsDays = Phrase(
    "twins.days",
    "One has {into}, the other {from}; {both} of them in both."
  )
  static let twinsJoin = Phrase("twins.join", "Make them one")
}

extension TrackingPhrases {
  static let web: [Phrase] = [
    .habitColumn, .yearTitle, .yearTally, .yearWords, .calendarEarlier, .calendarLater,
    .tabToday, .tabWeek, .tabHistory, .historyTitle, .habitsManage, .habitNew,
    .habitFirst, .welcomeHabit, .welcomeHabitLabel, .welcomeHabitHint, .welcomeHabitBegin,
    .pastDayTitle,
    .pastDayHint, .noteKept, .dayRestored, .newerEntryStands, .habitNewHint, .habitEdit,
    .habitEditHint, .formRhythm,
    .formFrom, .formFromHint,
    .formMeasure, .formMeasureHint, .formMore, .habitSuggestions,
    .formSave, .formCancel,
    .habitPutAway,
    .deleteTitle, .deleteLoss, .deleteNothing, .deleteInstead, .habitsTitle, .habitsHint,
    .habitsArchived, .vacationsTitle, .vacationsHint, .vacationPlan, .historyTotal, .historyDays,
    .historyWeek, .historyBest, .historyMonths, .dayEmpty, .dayRest, .dayMark,
    .habitCalendar, .habitHistory, .habitNotes, .dayChange, .dayLocked, .dayArchived,
    .dayAhead, .twinsTitle, .twinsDays, .twinsJoin,
  ]
}
