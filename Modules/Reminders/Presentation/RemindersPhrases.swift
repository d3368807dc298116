import Core
import Presentation

/// The texts of reminders and notices, which a product may replace.
extension Phrase {
  /// It is time for {title}.
  static let noticeReminder = Phrase("notice.reminder", "Time for {title}.")
  /// One streak ends with the day; {title}, {count} ("5 days").
  static let noticeAtRisk = Phrase(
    "notice.at-risk",
    "{title} is still open today. Done today, it keeps your {count} going."
  )
  /// One streak of weeks or months ends unless something is done today; {title}, {count}.
  static let noticeAtRiskPeriod = Phrase(
    "notice.at-risk-period",
    "{title} is still open today. Your run of {count} needs today to go on."
  )
  /// Several streaks end with the day; {titles}.
  static let noticeSeveralAtRisk = Phrase(
    "notice.several-at-risk",
    "Still open today: {titles}. Pick the one that feels easiest."
  )
  /// {title} reached {count}.
  static let noticeMilestone = Phrase("notice.milestone", "{title}: {count} in a row. Well done!")
  /// One streak ended; {title}, {count} ("12 days").
  static let noticeBroken = Phrase(
    "notice.broken",
    "{title} is ready for a new start. Your run of {count} still counts, and today is a good day one."
  )
  /// Several streaks ended; {titles}.
  static let noticeSeveralBroken = Phrase(
    "notice.several-broken",
    "{titles} are ready for a new start. Begin with the easiest one; the rest can wait."
  )
  /// A freeze could save the run of {title} that ended; {count} ("97 days").
  static let noticeFreeze = Phrase(
    "notice.freeze",
    "A freeze can still save {count} of {title}, today only."
  )
  /// A freeze saved the run of {title} that ended; {count} ("97 days").
  static let noticeSaved = Phrase("notice.saved", "A freeze saved {count} of {title}.")
  /// Long runs continue; {runs} ("Read (45 days)").
  static let noticeWeekly = Phrase("notice.weekly", "Still going, week after week: {runs}.")
  /// It is time for the pledge; neutral, since anybody may see it on a locked screen.
  static let noticePledge = Phrase("notice.pledge", "A moment for today, whenever it suits you.")
  /// It is time for the review; neutral, since anybody may see it on a locked screen.
  static let noticeReview = Phrase("notice.review", "How was today? A moment for it, if you like.")
  /// No notice has been given yet.
  static let inboxEmpty = Phrase(
    "inbox.empty",
    "Nothing here yet. Every notice you are given is kept here."
  )
  /// {title} has reminders; {times}.
  static let remindSet = Phrase("remind.set", "{title} — you will be reminded {times}.")
  /// {title} has no reminders.
  static let remindNone = Phrase("remind.none", "{title} — no reminders.")
  /// {title} is in the archive.
  static let remindArchived = Phrase(
    "remind.archived",
    "{title} is archived, so nothing reminds of it. What you set is kept."
  )
  /// The time is within the quiet hours; {quiet}.
  static let remindQuiet = Phrase(
    "remind.quiet",
    "Part of that is within your quiet hours, {quiet}: it waits until they end, and is left out "
      + "if the day is over by then."
  )
  /// Reminders are off, while other notices come.
  static let remindKindOff = Phrase(
    "remind.kind-off",
    "Reminders are switched off among your notices, so none comes. What you set is kept."
  )
  /// Nothing can show the notice on the desktop.
  static let remindNoDesktop = Phrase(
    "remind.no-desktop",
    "Nothing shows notices on your desktop now, so it waits in the inbox; “trellis reminders” says "
      + "what would."
  )
  /// All notices are off.
  static let remindersOff = Phrase(
    "reminders.off",
    "Notices are switched off, so nothing will call you. What you set is kept."
  )
  static let remindersOn = Phrase("reminders.on", "Notices are on.")
  /// The notice about open habits comes earlier than usual; {time}.
  static let remindersEarlyWarning = Phrase(
    "reminders.early-warning",
    "At {time}, before your quiet hours, what is still open."
  )
  static let helpRemindMore = Phrase(
    "help.remind-more",
    "A habit may have several reminders. Once it is done for the day, none comes."
  )
  static let helpRemindHabit = Phrase(
    "help.remind-habit",
    "The habit: its title, the beginning of it, or its id."
  )
  /// No habit has a reminder, other than those in the archive, whose reminders rest.
  static let remindersEmpty = Phrase("reminders.empty", "Nothing reminds you of a habit.")
  /// How notices arrive if no program runs in the background.
  static let remindersChannel = Phrase(
    "reminders.channel",
    "Notices show up here while you use trellis, and wait for you in “trellis inbox”. To have them "
      + "on your desktop at any time, run “trellis daemon start”; to see them whenever you open a "
      + "terminal, add the line “trellis inbox --new” to your shell's start file."
  )
  /// The title above the sentence about open habits.
  static let noticeAtRiskTitle = Phrase("notice.at-risk-title", "Still open today")
  /// The title above the sentence about a milestone.
  static let noticeMilestoneTitle = Phrase("notice.milestone-title", "A milestone")
  /// The title above the sentence about an ended streak.
  static let noticeBrokenTitle = Phrase("notice.broken-title", "A new start")
  /// The title above the sentence about long runs.
  static let noticeWeeklyTitle = Phrase("notice.weekly-title", "Your week")
  /// The label of the button that checks the habit.
  static let noticeDone = Phrase("notice.done", "Done")
  /// The label of the button that opens the app.
  static let noticeOpen = Phrase("notice.open", "Open")
  /// The title if a button's action failed; the reason follows.
  static let noticeRefused = Phrase("notice.refused", "That could not be checked")
}

enum RemindersPhrases {
  /// All texts, so that a product's replacements can be checked against them.
  static let all: [Phrase] = [
    .helpRemindMore, .helpRemindHabit,
    .noticeReminder, .noticeAtRisk, .noticeAtRiskPeriod, .noticeSeveralAtRisk, .noticeMilestone,
    .noticeBroken, .noticeSeveralBroken, .noticeFreeze, .noticeSaved, .noticeWeekly, .noticePledge,
    .noticeReview,
    .inboxEmpty,
    .remindSet, .remindNone, .remindArchived,
    .remindQuiet, .remindKindOff, .remindNoDesktop,
    .remindersOff, .remindersOn, .remindersEarlyWarning, .remindersEmpty, .remindersChannel,
    .noticeAtRiskTitle,
    .noticeMilestoneTitle, .noticeBrokenTitle, .noticeWeeklyTitle, .noticeDone, .noticeOpen,
    .noticeRefused,
  ]
}
