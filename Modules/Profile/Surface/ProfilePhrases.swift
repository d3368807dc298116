import Core

/// What the profile says to a person, in plain words that a product may replace with its own.
extension Phrase {
  /// No name was given yet.
  static let profileNameless = Phrase("profile.nameless", "You have not given a name yet.")
  /// The name is now {name}.
  static let profileNamed = Phrase("profile.named", "Nice to meet you, {name}.")
  static let profileUnnamed = Phrase("profile.unnamed", "Your name is taken away.")
  /// Nothing leaves the device.
  static let profileOffline = Phrase("profile.offline", "On this device only; nothing leaves it.")
  static let profileSignedIn = Phrase(
    "profile.signed-in",
    "Signed in; your devices are kept equal."
  )
}
