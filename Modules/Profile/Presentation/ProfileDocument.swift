import Core
import Presentation
import ProfileContract

/// `trellis profile --json`.
struct ProfileDocument: Encodable, Sendable {
  @OrNull var displayName: String?
  let mode: Mode
  /// The zone that days are counted in now, whatever was chosen.
  let timeZone: String
  /// In full and lowercase, `monday`.
  let weekStart: String
  /// As they were chosen, by the names they are typed as.
  let preferences: [Preference: String]
  /// How many badges were earned; left out where nothing gives badges.
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
