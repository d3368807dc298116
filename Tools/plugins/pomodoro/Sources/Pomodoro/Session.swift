import TrackingContract
import TrellisSDK

/// Identifies a session.
public struct SessionID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// A stretch of focus on one habit.
public struct Session: Codable, Sendable, Equatable {
  public let id: SessionID
  public let habit: HabitID
  /// Its intended length.
  public let minutes: Int
  public let at: Instant
  /// The minutes of focus of a finished session; 0 for a cancelled one.
  public var focused: Int?
  /// Whether the minutes went into the habit's day.
  public var isAdded: Bool?

  public static let lengths = 1...240
  public static let usualLength = 25

  /// When it ends by itself.
  public var end: Instant { at.advanced(bySeconds: Int64(minutes) * 60) }

  /// The whole minutes from its beginning until `instant`, at most its length.
  func minutes(until instant: Instant) -> Int {
    min(minutes, max(0, Int((instant.milliseconds - at.milliseconds) / 60_000)))
  }

  /// Converts minutes of focus to a habit's unit; nil for a unit that is not of time.
  ///
  /// - Parameter isWhole: whether the session lasted its full length.
  static func amount(of minutes: Int, isWhole: Bool, in unit: String) -> Amount? {
    switch unit.lowercased() {
    case "m", "min", "mins", "minute", "minutes": Amount(thousandths: Int64(minutes) * 1000)
    case "h", "hour", "hours": Amount(thousandths: (Int64(minutes) * 1000 + 30) / 60)
    case "pomodoro", "pomodoros", "pomodori", "session", "sessions":
      Amount(thousandths: isWhole ? 1000 : 0)
    default: nil
    }
  }
}
