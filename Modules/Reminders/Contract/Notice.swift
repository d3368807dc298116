import Core
import StreaksContract
import TrackingContract

/// Identifies a notice.
///
/// The ID is derived from what the notice is about and is not random, so that two devices that
/// create the same notice use the same ID.
public struct NoticeID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// The reason for a notice; each kind can be switched off.
public enum NoticeKind: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
  /// A time that the user chose for a habit.
  case reminder
  /// Two hours before the day ends, for streaks that end with it.
  case atRisk = "at-risk"
  /// A streak reached one of the product's ``Core/Policies/milestones``.
  case milestone
  /// The morning after a streak ended.
  case broken
  /// Once a week, for streaks of 30 and more.
  case weekly
  /// At a time in the morning that the user chose, for the pledge of a sober day.
  case pledge
  /// At a time in the evening that the user chose, for the review of a sober day.
  case review
}

extension NoticeKind {
  /// Whether the kind is given at a time that the user chooses, and is off until they do.
  public var isTimed: Bool { self == .pledge || self == .review }

  /// Whether it asks for something, which is over with its day.
  public var endsWithDay: Bool {
    switch self {
    case .reminder, .atRisk, .pledge, .review: true
    case .milestone, .broken, .weekly: false
    }
  }

  /// The time that is offered for a timed kind, in minutes after midnight.
  public var usualMinutes: Int { self == .pledge ? 7 * 60 + 30 : 20 * 60 }
}

/// A habit in a notice, with the number to report.
public struct NoticeSubject: Codable, Sendable, Equatable {
  public let habit: HabitID
  /// The streak's length, of the ended streak for ``NoticeKind/broken``; 0 for a reminder.
  public let count: Int
  public let unit: StreakUnit
  /// Whether a freeze could save the ended streak when the notice was given; nil means no.
  public let canBeSaved: Bool?

  public init(
    habit: HabitID,
    count: Int = 0,
    unit: StreakUnit = .day,
    canBeSaved: Bool = false
  ) {
    self.habit = habit
    self.count = count
    self.unit = unit
    // Earlier versions wrote nothing, and equal notices have equal bytes.
    self.canBeSaved = canBeSaved ? true : nil
  }
}

/// A notice that was given to the user.
///
/// It contains no titles: presentations query the current ones, and a deleted habit is not named
/// anywhere.
public struct Notice: Codable, Sendable, Equatable {
  public let id: NoticeID
  public let kind: NoticeKind
  /// The user's local day that the notice is about.
  public let day: Day
  /// One habit for reminders and milestones; all habits with the same reason for other kinds.
  public let subjects: [NoticeSubject]
  /// The time at which the notice was given.
  public let at: Instant

  public init(id: NoticeID, kind: NoticeKind, day: Day, subjects: [NoticeSubject], at: Instant) {
    self.id = id
    self.kind = kind
    self.day = day
    self.subjects = subjects
    self.at = at
  }
}

/// A channel that delivers notices to the user: a terminal, a desktop, a phone.
///
/// It receives each notice once, on the device that gave it. A notice that cannot be shown remains
/// in the inbox, so an implementation may fail without losing anything.
public protocol Notifier: Sendable {
  /// The channel's name in lowercase, as shown to users: `terminal`.
  var channel: String { get }

  func deliver(_ items: [InboxItem]) async throws
}
