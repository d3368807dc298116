import Core
import Presentation

/// The texts of the profile, which a product may replace.
extension Phrase {
  /// No name has been set.
  static let profileNameless = Phrase("profile.nameless", "You have not given a name yet.")
  /// The name was set to {name}.
  static let profileNamed = Phrase("profile.named", "Nice to meet you, {name}.")
  static let profileUnnamed = Phrase("profile.unnamed", "You are no longer greeted by name.")
  /// Nothing leaves the device.
  static let profileOffline = Phrase("profile.offline", "On this device only; nothing leaves it.")
  static let profileSignedIn = Phrase(
    "profile.signed-in",
    "Signed in; your devices stay in step."
  )

  // Texts on pages.
  static let profileTitle = Phrase("profile.title", "You")
  static let profileBadge = Phrase("profile.badge", "badge earned")
  static let profileBadges = Phrase("profile.badges", "badges earned")
  static let profileNameLabel = Phrase("profile.name-label", "Your name")
  static let profileNameHint = Phrase("profile.name-hint", "To be greeted by; empty for none.")
  static let profileKeep = Phrase("profile.keep", "Save")
  static let profileKept = Phrase("profile.kept", "Saved, from now on.")
  static let profilePreferences = Phrase("profile.preferences", "Your days")
  static let profileZone = Phrase("profile.zone", "Time zone")
  /// {zone} is the time zone that currently determines days.
  static let profileZoneHint = Phrase("profile.zone-hint", "Your days are those of {zone}.")
  static let profileZoneHere = Phrase("profile.zone-here", "As on this computer")
  /// The same on a server, where the browser decides.
  static let profileZoneAway = Phrase("profile.zone-away", "As in this browser")
  static let profileWeekStart = Phrase("profile.week-start", "Your week begins on")
  static let profileWeekFrom = Phrase("profile.week-from", "From")
  static let profileWeekFromHint = Phrase(
    "profile.week-from-hint",
    "Empty for today. The weeks before this day stay as they were."
  )
  static let profileDayStart = Phrase("profile.day-start", "Your day begins at")
  static let profileDayStartHint = Phrase(
    "profile.day-start-hint",
    "What you do before that still counts for the day before."
  )
  static let profileAppearance = Phrase("profile.appearance", "Appearance")
  static let profileAppearanceSystem = Phrase("profile.appearance-system", "As the system is")
  static let profileAppearanceLight = Phrase("profile.appearance-light", "Light")
  static let profileAppearanceDark = Phrase("profile.appearance-dark", "Dark")
  static let profileNumbers = Phrase("profile.numbers", "Large numbers")
  static let profileReducedMotion = Phrase("profile.reduced-motion", "Leave out what moves")
  static let profileSound = Phrase("profile.sound", "Sounds with notices and celebrations")
  static let profileVibration = Phrase("profile.vibration", "Vibration, where there is any")

  static let allOfProfile: [Phrase] = [
    .profileNameless, .profileNamed, .profileUnnamed, .profileOffline, .profileSignedIn,
    .profileTitle, .profileBadge, .profileBadges, .profileNameLabel, .profileNameHint,
    .profileKeep, .profileKept, .profilePreferences, .profileZone, .profileZoneHint,
    .profileZoneHere, .profileZoneAway,
    .profileWeekStart, .profileWeekFrom, .profileWeekFromHint, .profileDayStart,
    .profileDayStartHint, .profileReducedMotion, .profileSound, .profileVibration,
    .profileAppearance, .profileAppearanceSystem, .profileAppearanceLight,
    .profileAppearanceDark, .profileNumbers,
  ]
}
