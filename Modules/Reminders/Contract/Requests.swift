import Core
import TrackingContract

public struct AllReminders: Query {
  public typealias Reply = RemindersReport
  public static let name = "reminders.all-reminders"
  public static let summary = "The reminders of all habits, quiet hours and which notices are on."

  public init() {}
}

/// Adds a reminder, or changes the one at the same time.
///
/// Refused with `bad-time` for a time that is none, `day-past` for a day or time that has gone by
/// and `too-many-reminders`.
public struct SetReminder: Command {
  public typealias Reply = HabitReminders
  public static let name = "reminders.set-reminder"
  public static let summary = "Reminds of a habit at a time, on chosen weekdays or one day."

  public let habit: HabitID
  public let slot: ReminderSlot
  /// Empty for every day.
  public let weekdays: Set<Weekday>

  public init(habit: HabitID, slot: ReminderSlot, weekdays: Set<Weekday> = []) {
    self.habit = habit
    self.slot = slot
    self.weekdays = weekdays
  }
}

/// Takes reminders of a habit back.
public struct RemoveReminders: Command {
  public typealias Reply = HabitReminders
  public static let name = "reminders.remove-reminders"
  public static let summary = "Takes back all reminders of a habit, or those at one time."

  public let habit: HabitID
  /// Minutes after midnight; nil for all.
  public let minutes: Int?

  public init(habit: HabitID, minutes: Int? = nil) {
    self.habit = habit
    self.minutes = minutes
  }
}

/// Refused with `bad-switch` or `bad-quiet-hours` for values that are none.
public struct SetNoticePreference: Command {
  public typealias Reply = RemindersReport
  public static let name = "reminders.set-preference"
  public static let summary = "Switches notices on or off, or sets the quiet hours."

  public let preference: NoticePreference
  /// `on` or `off`; for the quiet hours `22:00-07:00` or `off`.
  public let value: String

  public init(preference: NoticePreference, value: String) {
    self.preference = preference
    self.value = value
  }
}

/// Gives what is due and was not given yet, for doors that open only now and then.
public struct GiveDueNotices: Command {
  public typealias Reply = InboxReport
  public static let name = "reminders.give-due-notices"
  public static let summary = "Gives the notices that are due now, and shows the inbox."

  public init() {}
}

public struct ReadInbox: Query {
  public typealias Reply = InboxReport
  public static let name = "reminders.read-inbox"
  public static let summary = "The notices that were given, newest first."

  /// How many at most.
  public let limit: Int

  public init(limit: Int = InboxLimits.shown) { self.limit = limit }
}

/// Marks notices as read.
public struct MarkRead: Command {
  public typealias Reply = InboxReport
  public static let name = "reminders.mark-read"
  public static let summary = "Marks notices of the inbox as read."

  /// Nil for all.
  public let notices: [NoticeID]?

  public init(notices: [NoticeID]? = nil) { self.notices = notices }
}

/// How much of the past the inbox keeps.
public enum InboxLimits {
  /// Shown at once.
  public static let shown = 50
  /// Kept for each habit, and for the notices about several.
  public static let kept = 40
  /// Of how many notices it is known that they were read.
  public static let read = 1000
}
