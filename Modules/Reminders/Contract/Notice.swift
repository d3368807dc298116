import Core
import StreaksContract
import TrackingContract

/// Names a notice.
///
/// Made from what the notice is about and not from chance, so that two devices
/// that come to the same notice name it alike.
public struct NoticeID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// What a notice is for; each can be switched off.
public enum NoticeKind: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
  /// A time that the person chose for a habit.
  case reminder
  /// Two hours before the day ends, for streaks that end with it.
  case atRisk = "at-risk"
  /// A streak reached 7, 30, 60, 100 or 365.
  case milestone
  /// In the morning after a streak ended.
  case broken
  /// Once a week, for streaks of 30 and more.
  case weekly
}

/// A habit in a notice, with the number that is worth saying.
public struct NoticeSubject: Codable, Sendable, Equatable {
  public let habit: HabitID
  /// Length of the streak, the one that ended for ``NoticeKind/broken``; 0 for a reminder.
  public let count: Int
  public let unit: StreakUnit

  public init(habit: HabitID, count: Int = 0, unit: StreakUnit = .day) {
    self.habit = habit
    self.count = count
    self.unit = unit
  }
}

/// Something a person was told.
///
/// It holds no titles: whoever shows it asks for those that hold
/// now, and a habit that is deleted is named nowhere.
public struct Notice: Codable, Sendable, Equatable {
  public let id: NoticeID
  public let kind: NoticeKind
  /// The person's local day that it is about.
  public let day: Day
  /// One habit for reminders and milestones; all that share the reason for the other kinds.
  public let subjects: [NoticeSubject]
  /// When it was given.
  public let at: Instant

  public init(id: NoticeID, kind: NoticeKind, day: Day, subjects: [NoticeSubject], at: Instant) {
    self.id = id
    self.kind = kind
    self.day = day
    self.subjects = subjects
    self.at = at
  }
}

/// A way to a person: a terminal, a desktop, a phone.
///
/// It hears of each notice once, on the device that gave it; what cannot be shown still waits in
/// the inbox, so that an implementation may fail without losing anything.
public protocol Notifier: Sendable {
  /// Lowercase, as people are told of it: `terminal`.
  var channel: String { get }

  func deliver(_ items: [InboxItem]) async throws
}
