import Core

/// The user's name and preferences.
public struct ProfileView: Codable, Sendable, Equatable {
  /// The name; empty until set.
  public let displayName: String
  public let mode: Mode
  public let preferences: [Preference: String]
  /// The calendar derived from the preferences.
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

  /// Whether animations are omitted.
  public var reducedMotion: Bool { preferences[.reducedMotion] == "on" }

  /// Whether pages are light or dark.
  public var appearance: Appearance {
    preferences[.appearance].flatMap(Appearance.init(rawValue:)) ?? .system
  }
}

/// Whether pages are light or dark; the raw value is as typed.
public enum Appearance: String, Codable, Sendable, CaseIterable {
  /// As the browser's system is.
  case system
  case light
  case dark
}

/// How the space is used.
public enum Mode: String, Codable, Sendable, CaseIterable {
  /// Only on this device; nothing leaves it.
  case offline
  /// With an account that syncs devices.
  case signedIn
}

/// A preference that the user can set.
///
/// The raw value is its name on the wire and as typed.
public enum Preference: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
  case timeZone = "time-zone"
  case weekStart = "week-start"
  case dayStart = "day-start"
  case appearance
  case numbers
  case reducedMotion = "reduced-motion"
  case sound
  case vibration
}
