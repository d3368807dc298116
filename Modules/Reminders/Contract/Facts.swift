import Core
import TrackingContract

/// A person wants to be reminded of a habit at a time.
public struct ReminderSet: Fact {
  public static let name = "reminders.reminder-set"

  public let habit: HabitID
  public let slot: ReminderSlot
  /// Empty for every day; of no meaning when the slot is a single day's.
  public let weekdays: [Weekday]
  /// When it was set: times that had passed by then are not caught up on.
  public let at: Instant

  public init(habit: HabitID, slot: ReminderSlot, weekdays: Set<Weekday>, at: Instant) {
    self.habit = habit
    self.slot = slot
    self.weekdays = weekdays.sorted()
    self.at = at
  }

  public var entity: EntityID? { habit.entity }
}

/// A reminder was taken back.
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

/// A person chose how they want to be told of things.
public struct NoticePreferenceSet: Fact {
  public static let name = "reminders.preference-set"

  /// A ``NoticePreference``'s name, or that of a newer version's preference, which is kept.
  public let key: String
  public let value: String
  /// When it was set: what was due while a kind was off is not caught up on.
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
/// Kept so that it is never given again, here or on another device.
public struct NoticeGiven: Fact {
  public static let name = "reminders.notice-given"

  public let notice: Notice

  public init(notice: Notice) { self.notice = notice }

  /// The habit of a notice about one alone; notices about several hold nothing to erase.
  public var entity: EntityID? { notice.habit?.entity }
}

/// Notices were read.
public struct InboxRead: Fact {
  public static let name = "reminders.inbox-read"

  public let notices: [NoticeID]

  public init(notices: [NoticeID]) { self.notices = notices }

  public var entity: EntityID? { nil }
}

/// A notice is there to be delivered, now and on this device.
///
/// It follows from ``NoticeGiven``, also from one that another device made and sent here: whoever
/// delivers looks at the device of the stamp and leaves those alone.
public struct NoticeDue: Signal {
  public static let name = "reminders.notice-due"

  public let notice: Notice

  public init(notice: Notice) { self.notice = notice }
}

extension Notice {
  /// The habit of the kinds that are about one alone; nil for those that are merged.
  public var habit: HabitID? {
    switch kind {
    case .reminder, .milestone: subjects.first?.habit
    case .atRisk, .broken, .weekly: nil
    }
  }
}
