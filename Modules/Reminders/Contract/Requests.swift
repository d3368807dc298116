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
/// Fails with `bad-time` for an invalid time, `day-past` for a day or time in the past, and
/// `too-many-reminders`.
public struct SetReminder: Command {
  public typealias Reply = HabitReminders
  public static let name = "reminders.set-reminder"
  public static let summary = "Reminds of a habit at a time, on chosen weekdays or one day."

  public let habit: HabitID
  public let slot: ReminderSlot
  /// The weekdays; empty for every day.
  public let weekdays: Set<Weekday>

  public init(habit: HabitID, slot: ReminderSlot, weekdays: Set<Weekday> = []) {
    self.habit = habit
    self.slot = slot
    self.weekdays = weekdays
  }
}

/// Removes reminders of a habit.
public struct RemoveReminders: Command {
  public typealias Reply = HabitReminders
  public static let name = "reminders.remove-reminders"
  public static let summary = "Removes all reminders of a habit, those at one time, or one."

  public let habit: HabitID
  /// Minutes after midnight; nil for all reminders.
  public let minutes: Int?
  /// The only reminder to remove, whatever `minutes` says; nil for all at that time.
  public let slot: ReminderSlot?

  public init(habit: HabitID, minutes: Int? = nil, slot: ReminderSlot? = nil) {
    self.habit = habit
    self.minutes = minutes
    self.slot = slot
  }

  /// Whether the reminder in `slot` is to be removed.
  public func names(_ slot: ReminderSlot) -> Bool {
    if let only = self.slot { return slot == only }
    return minutes == nil || slot.minutes == minutes
  }
}

/// Sets a preference; fails with `bad-switch` or `bad-quiet-hours` for invalid values.
public struct SetNoticePreference: Command {
  public typealias Reply = RemindersReport
  public static let name = "reminders.set-preference"
  public static let summary = "Switches notices on or off, or sets the quiet hours."

  public let preference: NoticePreference
  /// `on` or `off`; for quiet hours `22:00-07:00` or `off`; for a timed kind also `07:30`.
  public let value: String

  public init(preference: NoticePreference, value: String) {
    self.preference = preference
    self.value = value
  }
}

/// Gives notices that are due, for programs that run only now and then.
public struct GiveDueNotices: Command {
  public typealias Reply = InboxReport
  public static let name = "reminders.give-due-notices"
  public static let summary = "Gives the notices that are due now, and shows the inbox."

  public init() {}
}

/// When a notice may be due next, for programs that wait for the notices of many people.
public struct NextNotice: Query {
  public typealias Reply = NextNoticeTime
  public static let name = "reminders.next-notice"
  public static let summary = "When the next notice may be due."

  public init() {}
}

/// The answer to ``NextNotice``.
public struct NextNoticeTime: Codable, Sendable, Equatable {
  /// In the past if something is due now; nil if nothing will be.
  public let at: Instant?

  public init(at: Instant?) { self.at = at }
}

public struct ReadInbox: Query {
  public typealias Reply = InboxReport
  public static let name = "reminders.read-inbox"
  public static let summary = "The notices that were given, newest first."

  /// The maximum number of notices.
  public let limit: Int

  public init(limit: Int = InboxLimits.shown) { self.limit = limit }
}

/// Some notices, for programs that deliver them.
///
/// Those are left out that are too old for the inbox, or of which all habits are deleted.
public struct FindNotices: Query {
  public typealias Reply = [InboxItem]
  public static let name = "reminders.find-notices"
  public static let summary = "Those of some notices that are in the inbox, newest first."

  public let notices: [NoticeID]

  public init(notices: [NoticeID]) { self.notices = notices }
}

/// Marks notices as read.
public struct MarkRead: Command {
  public typealias Reply = InboxReport
  public static let name = "reminders.mark-read"
  public static let summary = "Marks notices of the inbox as read."

  /// The notices; nil for all.
  public let notices: [NoticeID]?

  public init(notices: [NoticeID]? = nil) { self.notices = notices }
}

/// The limits of the inbox's history.
public enum InboxLimits {
  /// The number shown at once.
  public static let shown = 50
  /// The number kept for each habit, and for the notices about several habits.
  public static let kept = 40
  /// The number of notices whose read status is kept.
  public static let read = 1000
}
