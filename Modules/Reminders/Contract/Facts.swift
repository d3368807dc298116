import Core
import TrackingContract

/// The user set a reminder for a habit.
public struct ReminderSet: Fact {
  public static let name = "reminders.reminder-set"

  public let habit: HabitID
  public let slot: ReminderSlot
  /// The weekdays; empty for every day, ignored if the slot is for a single day.
  public let weekdays: [Weekday]
  /// The time at which it was set; earlier times are not caught up on.
  public let at: Instant

  public init(habit: HabitID, slot: ReminderSlot, weekdays: Set<Weekday>, at: Instant) {
    self.habit = habit
    self.slot = slot
    self.weekdays = weekdays.sorted()
    self.at = at
  }

  public var entity: EntityID? { habit.entity }
}

/// The user removed a reminder.
public struct ReminderRemoved: Fact {
  public static let name = "reminders.reminder-removed"

  public let habit: HabitID
  public let slot: ReminderSlot

  public init(habit: HabitID, slot: ReminderSlot) {
    self.habit = habit
    self.slot = slot
  }

  public var entity: EntityID? { habit.entity }
}

/// The user changed a notice preference.
public struct NoticePreferenceSet: Fact {
  public static let name = "reminders.preference-set"

  /// The name of a ``NoticePreference``; the name of a newer version's preference is kept.
  public let key: String
  public let value: String
  /// The time at which it was set; notices due while a kind was off are not caught up on.
  public let at: Instant

  public init(key: String, value: String, at: Instant) {
    self.key = key
    self.value = value
    self.at = at
  }

  public var entity: EntityID? { nil }
}

/// A notice was given.
///
/// It is stored so that the notice is never given again, here or on another device.
public struct NoticeGiven: Fact {
  public static let name = "reminders.notice-given"

  public let notice: Notice

  public init(notice: Notice) { self.notice = notice }

  /// The habit, for a notice about only one; notices about several contain nothing to erase.
  public var entity: EntityID? { notice.habit?.entity }
}

/// The user read notices.
public struct InboxRead: Fact {
  public static let name = "reminders.inbox-read"

  public let notices: [NoticeID]

  public init(notices: [NoticeID]) { self.notices = notices }

  public var entity: EntityID? { nil }
}

/// A notice is due for delivery on this device.
///
/// It is published for every ``NoticeGiven``, including one that was synced from another device.
/// Consumers that deliver notices check the device of the timestamp and ignore those.
public struct NoticeDue: Signal, IntegrationEvent {
  public static let name = "reminders.notice-due"
  public static let summary = "A reminder or another notice is given on this device."

  public let notice: Notice

  public init(notice: Notice) { self.notice = notice }

  public var subject: EntityID? { notice.habit?.entity }
}

extension Notice {
  /// The habit, for the kinds that are about only one; nil for merged kinds.
  public var habit: HabitID? {
    switch kind {
    case .reminder, .milestone: subjects.first?.habit
    case .atRisk, .broken, .weekly, .pledge, .review: nil
    }
  }
}
