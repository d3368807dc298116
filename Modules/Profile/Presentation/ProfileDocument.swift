import Core
import Presentation
import ProfileContract

/// The output of `trellis profile --json`.
struct ProfileDocument: Codable, Sendable {
  @OrNull var displayName: String?
  let mode: Mode
  /// The time zone that currently determines days.
  let timeZone: String
  /// The full name in lowercase: `monday`.
  let weekStart: String
  /// The chosen values, by the preferences' names as typed.
  let preferences: [Preference: String]
  /// The number of badges earned; absent if no module provides badges.
  let badges: Int?

  init(_ profile: ProfileView, badges: Int? = nil) {
    self.badges = badges
    displayName = profile.displayName.isEmpty ? nil : profile.displayName
    mode = profile.mode
    timeZone = profile.calendar.zone.identifier
    weekStart = profile.calendar.weekStart.name.lowercased()
    preferences = profile.preferences
  }
}
