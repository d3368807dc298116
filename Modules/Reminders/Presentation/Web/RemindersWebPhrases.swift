import Core
import Presentation

/// The texts of the reminders pages, which a product may replace.
extension Phrase {
  /// The page's name in the navigation.
  static let remindersTab = Phrase("reminders.tab", "Reminders")
  static let remindersTimes = Phrase("reminders.times", "Times")
  /// Replaces the title on the habit's own page.
  static let remindersThis = Phrase("reminders.this", "this habit")
  static let remindersNoTime = Phrase("reminders.no-time", "No reminder.")
  static let remindersAdd = Phrase("reminders.add", "Add a time")
  static let remindersAddButton = Phrase("reminders.add-button", "Remind me")
  static let remindersRemove = Phrase("reminders.remove", "Take back {time} for {title}")
  static let remindersTime = Phrase("reminders.time", "At")
  static let remindersDays = Phrase("reminders.days", "On")
  static let remindersDaysHint = Phrase("reminders.days-hint", "Choose none for every day.")
  static let remindersOnce = Phrase("reminders.once", "Only once, tomorrow")
  static let remindersEveryDay = Phrase("reminders.every-day", "every day")
  static let remindersTomorrow = Phrase("reminders.tomorrow", "tomorrow")
  static let remindersSwitchOn = Phrase("reminders.switch-on", "Switch on")
  static let remindersSwitchOff = Phrase("reminders.switch-off", "Switch off")
  static let remindersNoHabit = Phrase(
    "reminders.no-habit",
    "There is nothing to be reminded of yet. Begin with something you would like to do."
  )
  static let remindersToday = Phrase("reminders.today", "To Today")
  static let remindersSettings = Phrase(
    "reminders.settings",
    "Times, quiet hours, and which notices you want."
  )
  static let remindersDesktop = Phrase(
    "reminders.desktop",
    "Notices arrive on your desktop and wait in the inbox."
  )
  /// There is no channel.
  static let remindersNoDesktop = Phrase(
    "reminders.no-desktop",
    "Nothing here can show notices on your desktop now. Everything else works, and notices wait "
      + "in the inbox. To see them as they come, let trellisd run in a desktop session that shows "
      + "notifications."
  )
  /// There is a page on which a person says where notices go.
  static let remindersElsewhere = Phrase(
    "reminders.elsewhere",
    "Notices wait in the inbox, and arrive on a computer that is awake and linked to your account. They "
      + "can come to your phone as well."
  )
  static let remindersElsewhereLink = Phrase("reminders.elsewhere.link", "Where notices go")
  /// Added to the message of a form after which a notice is due some day.
  static let remindersOnlyInbox = Phrase(
    "reminders.only-inbox",
    "Nothing shows notices on your desktop now, so they wait in the inbox; the page of the reminders "
      + "says what would."
  )
  static let quietTitle = Phrase("quiet.title", "Quiet hours")
  static let quietOn = Phrase(
    "quiet.on",
    "Nothing is said from {from} to {to}; it waits until then."
  )
  static let quietOff = Phrase("quiet.off", "No quiet hours: notices come when they are due.")
  static let quietFrom = Phrase("quiet.from", "From")
  static let quietTo = Phrase("quiet.to", "To")
  static let quietKeep = Phrase("quiet.keep", "Save")
  static let quietSwitchOff = Phrase("quiet.switch-off", "No quiet hours")
  static let kindsTitle = Phrase("kinds.title", "What you are told")
  static let kindsKeep = Phrase("kinds.keep", "Save")
  static let kindsKept = Phrase("kinds.kept", "Saved, from now on.")
  static let kindReminder = Phrase("kinds.reminder", "Reminders")
  static let kindAtRisk = Phrase("kinds.at-risk", "Before the day ends")
  static let kindMilestone = Phrase("kinds.milestone", "Milestones")
  static let kindBroken = Phrase("kinds.broken", "A new start")
  static let kindWeekly = Phrase("kinds.weekly", "Weekly")
  static let kindPledge = Phrase("kinds.pledge", "Pledge in the morning")
  static let kindReview = Phrase("kinds.review", "Review in the evening")
  static let momentsTitle = Phrase("moments.title", "Morning and evening")
  /// {title} is "Pledge in the morning".
  static let momentsTime = Phrase("moments.time", "{title}: time")
  static let momentsHint = Phrase(
    "moments.hint",
    "Only while it is still open, and in words that tell nobody what it is about."
  )
  static let inboxTitle = Phrase("inbox.title", "Inbox")
  static let inboxNew = Phrase("inbox.new", "new")
  static let inboxUnread = Phrase("inbox.unread", "{count} unread.")
  static let inboxAllRead = Phrase("inbox.all-read", "All read.")
  static let inboxReadAll = Phrase("inbox.read-all", "Mark all as read")
  static let inboxRemindTomorrow = Phrase("inbox.remind-tomorrow", "Remind me tomorrow at 9:00")
}

extension RemindersPhrases {
  static let web: [Phrase] = [
    .remindersTab, .remindersTimes, .remindersThis, .remindersNoTime, .remindersAdd,
    .remindersAddButton, .remindersRemove, .remindersTime, .remindersDays, .remindersDaysHint,
    .remindersOnce, .remindersEveryDay, .remindersTomorrow, .remindersSwitchOn, .remindersSwitchOff,
    .remindersNoHabit, .remindersToday, .remindersSettings, .remindersDesktop,
    .remindersNoDesktop, .remindersElsewhere, .remindersElsewhereLink, .remindersOnlyInbox,
    .quietTitle, .quietOn, .quietOff, .quietFrom,
    .quietTo, .quietKeep,
    .quietSwitchOff, .kindsTitle, .kindsKeep, .kindsKept, .kindReminder, .kindAtRisk,
    .kindMilestone, .kindBroken, .kindWeekly, .kindPledge, .kindReview, .momentsTitle, .momentsTime,
    .momentsHint, .inboxTitle, .inboxNew, .inboxUnread, .inboxAllRead,
    .inboxReadAll, .inboxRemindTomorrow,
  ]
}
