import Core

public struct CurrentProfile: Query {
  public typealias Reply = ProfileView
  public static let name = "profile.current-profile"
  public static let summary = "The person's name and preferences."

  public init() {}
}

public struct SetDisplayName: Command {
  public typealias Reply = ProfileView
  public static let name = "profile.set-display-name"
  public static let summary = "Sets the name by which the person is greeted."
  /// The maximum length of a name, in characters.
  public static let maxLength = 100

  public let displayName: String

  public init(displayName: String) { self.displayName = displayName }
}

public struct SetPreference: Command {
  public typealias Reply = ProfileView
  public static let name = "profile.set-preference"
  public static let summary = "Sets one preference."

  public let preference: Preference
  public let value: String
  /// The day from which a first day of the week holds, to correct past weeks; nil means today.
  ///
  /// No other preference has one.
  public let from: Day?

  public init(preference: Preference, value: String, from: Day? = nil) {
    self.preference = preference
    self.value = value
    self.from = from
  }
}
