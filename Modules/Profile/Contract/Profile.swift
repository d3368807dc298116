import Core

/// Who a person is here, and how they like things.
public struct ProfileView: Codable, Sendable, Equatable {
  /// Empty until one is given.
  public let displayName: String
  public let mode: Mode
  public let preferences: [Preference: String]
  /// The calendar that follows from the preferences.
  public let calendar: LocalCalendar

  public init(
    displayName: String,
    mode: Mode,
    preferences: [Preference: String],
    calendar: LocalCalendar
  ) {
    self.displayName = displayName
    self.mode = mode
    self.preferences = preferences
    self.calendar = calendar
  }

  /// Whether movement is to be left out.
  public var reducedMotion: Bool { preferences[.reducedMotion] == "on" }
}

/// How the space is used.
public enum Mode: String, Codable, Sendable, CaseIterable {
  /// On this device alone; nothing leaves it.
  case offline
  /// With an account that keeps devices equal.
  case signedIn
}

/// A preference that a person can set.
///
/// The raw value is its name on the wire and as typed.
public enum Preference: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
  case timeZone = "time-zone"
  case weekStart = "week-start"
  case dayStart = "day-start"
  case reducedMotion = "reduced-motion"
  case sound
  case vibration
}
