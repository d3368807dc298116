import Core
import TrackingContract

/// A time with at most one reminder per habit, recurring or on a single day.
public struct ReminderSlot: Codable, Sendable, Hashable, Comparable {
  /// Minutes after local midnight.
  public let minutes: Int
  /// The day of a single reminder; nil if it recurs.
  public let day: Day?

  public init(minutes: Int, day: Day? = nil) {
    self.minutes = minutes
    self.day = day
  }

  public static func < (a: ReminderSlot, b: ReminderSlot) -> Bool {
    (a.minutes, a.day?.number ?? .min) < (b.minutes, b.day?.number ?? .min)
  }
}

/// One reminder of a habit.
public struct Reminder: Codable, Sendable, Equatable {
  public let slot: ReminderSlot
  /// The weekdays in order from Monday; empty for every day.
  public let weekdays: [Weekday]

  public init(slot: ReminderSlot, weekdays: [Weekday]) {
    self.slot = slot
    self.weekdays = weekdays
  }
}

/// The reminders of one habit, ordered by time of day.
public struct HabitReminders: Codable, Sendable, Equatable {
  public let habit: HabitID
  public let title: String
  /// The title as lists show it, which distinguishes habits with the same title.
  public let label: String
  public let reminders: [Reminder]

  /// - Parameter label: nil where no other habit has the title.
  public init(habit: HabitID, title: String, label: String? = nil, reminders: [Reminder]) {
    self.habit = habit
    self.title = title
    self.label = label ?? title
    self.reminders = reminders
  }
}

/// The reminders and notice preferences.
public struct RemindersReport: Codable, Sendable, Equatable {
  /// The main switch for all notices.
  public let isOn: Bool
  public let quiet: QuietHours?
  /// Whether each kind that exists here is on.
  public let kinds: [NoticeKind: Bool]
  /// The times of the timed kinds that are on, in minutes after midnight; nil if there are none.
  public let times: [NoticeKind: Int]?
  /// The habits that have a reminder, in display order.
  public let items: [HabitReminders]

  public init(
    isOn: Bool,
    quiet: QuietHours?,
    kinds: [NoticeKind: Bool],
    times: [NoticeKind: Int] = [:],
    items: [HabitReminders]
  ) {
    self.times = times.isEmpty ? nil : times
    self.isOn = isOn
    self.quiet = quiet
    self.kinds = kinds
    self.items = items
  }
}

/// A preference of this module.
///
/// The raw value is its name on the wire and as typed.
public enum NoticePreference: Sendable, Equatable, RawRepresentable, Codable, CaseIterable {
  case reminders
  case quietHours
  case kind(NoticeKind)

  public static let allCases: [NoticePreference] =
    [.reminders, .quietHours] + NoticeKind.allCases.map { .kind($0) }

  public init?(rawValue: String) {
    guard let match = NoticePreference.allCases.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = match
  }

  public var rawValue: String {
    switch self {
    case .reminders: "reminders"
    case .quietHours: "quiet-hours"
    case .kind(let kind): "notice-\(kind.rawValue)"
    }
  }
}

/// A notice as the inbox shows it.
public struct InboxItem: Codable, Sendable, Equatable {
  public let notice: Notice
  /// The titles of the notice's subjects, in the same order.
  public let titles: [String]
  /// The titles as a notice says them, which tell habits of the same title apart.
  public let labels: [String]
  /// What a user types to name the subjects.
  public let names: [String]
  public let isRead: Bool

  /// - Parameters:
  ///   - labels: nil where no other habit has one of the titles.
  ///   - names: nil where no other habit has one of the titles.
  public init(
    notice: Notice,
    titles: [String],
    labels: [String]? = nil,
    names: [String]? = nil,
    isRead: Bool
  ) {
    self.notice = notice
    self.titles = titles
    self.labels = labels ?? titles
    self.names = names ?? titles
    self.isRead = isRead
  }
}

/// The notices given, newest first.
public struct InboxReport: Codable, Sendable, Equatable {
  public let items: [InboxItem]
  /// The number of unread notices, including those beyond `items`.
  public let unread: Int

  public init(items: [InboxItem], unread: Int) {
    self.items = items
    self.unread = unread
  }
}
