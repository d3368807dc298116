import TrackingContract
import TrellisSDK

/// A session has begun.
public struct SessionBegun: Fact {
  public static let name = "pomodoro.session-begun"

  public let session: SessionID
  public let habit: HabitID
  public let minutes: Int
  public let at: Instant

  public init(session: SessionID, habit: HabitID, minutes: Int, at: Instant) {
    self.session = session
    self.habit = habit
    self.minutes = minutes
    self.at = at
  }

  public var entity: EntityID? { habit.entity }
}

/// A session is over.
public struct SessionEnded: Fact {
  public static let name = "pomodoro.session-ended"

  public let session: SessionID
  public let habit: HabitID
  /// The minutes of focus; 0 for a session that was thrown away.
  public let focused: Int
  /// Whether the minutes went into the habit's day.
  public let isAdded: Bool
  /// The day to which they belong.
  public let day: Day

  public init(session: SessionID, habit: HabitID, focused: Int, isAdded: Bool, day: Day) {
    self.session = session
    self.habit = habit
    self.focused = focused
    self.isAdded = isAdded
    self.day = day
  }

  public var entity: EntityID? { habit.entity }
  public var latestDay: Day? { day }
}

/// The time of a session is up.
public struct SessionOver: Signal, IntegrationEvent {
  public static let name = "pomodoro.session-over"
  public static let summary = "The time of a stretch of focus is up."

  public let habit: HabitID
  public let minutes: Int
  /// Whether the minutes went into the habit's day.
  public let isAdded: Bool

  public init(habit: HabitID, minutes: Int, isAdded: Bool) {
    self.habit = habit
    self.minutes = minutes
    self.isAdded = isAdded
  }

  public var subject: EntityID? { habit.entity }
}

/// The running session, and the latest ones.
public struct FocusStatus: Query {
  public typealias Reply = FocusReport
  public static let name = "pomodoro.status"
  public static let summary = "The stretch of focus that runs, and the latest ones."

  public init() {}
}

/// The answer to ``FocusStatus``.
public struct FocusReport: Codable, Sendable, Equatable {
  /// The running session, or one whose time is up and whose minutes are not added yet.
  public let current: Session?
  /// The minutes of focus of today.
  public let today: Int
  /// The latest finished sessions, newest first.
  public let lately: [Session]
}

/// Starts a session.
///
/// Rejected with `pomodoro-running`, `pomodoro-length`, and the errors of Tracking about the habit.
public struct StartSession: Command {
  public typealias Reply = Session
  public static let name = "pomodoro.start"
  public static let summary = "Begins a stretch of focus on a habit."

  public let habit: HabitID
  /// Nil for the default length.
  public let minutes: Int?

  public init(habit: HabitID, minutes: Int? = nil) {
    self.habit = habit
    self.minutes = minutes
  }
}

/// Ends the running session before its time is up.
///
/// Rejected with `pomodoro-none` if none runs.
public struct StopSession: Command {
  public typealias Reply = Session
  public static let name = "pomodoro.stop"
  public static let summary = "Ends the stretch of focus that runs."

  /// Whether the minutes so far are added to the habit.
  public let keeps: Bool

  public init(keeps: Bool) { self.keeps = keeps }
}

/// Adds the minutes of sessions that ended while no program ran on their device.
public struct SettleSessions: Command {
  public typealias Reply = FocusReport
  public static let name = "pomodoro.settle"
  public static let summary = "Adds the minutes of stretches of focus whose time is up."

  public init() {}
}
