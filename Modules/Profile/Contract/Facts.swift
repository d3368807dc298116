import Core

/// The user set their name.
public struct NameSet: Fact {
  public static let name = "profile.name-set"

  public let displayName: String

  public init(displayName: String) { self.displayName = displayName }

  public var entity: EntityID? { nil }
}

/// The user set a preference.
public struct PreferenceSet: Fact {
  public static let name = "profile.preference-set"

  /// The name of a ``Preference``; the name of a newer version's preference is kept.
  public let key: String
  public let value: String
  /// The local day on which it was set; a new start of the day or of the week holds from then on.
  public let on: Day

  public init(key: String, value: String, on: Day) {
    self.key = key
    self.value = value
    self.on = on
  }

  public var entity: EntityID? { nil }
}

/// The name or a preference changed.
public struct ProfileChanged: Change, IntegrationEvent {
  public static let name = "profile.profile-changed"
  public static let summary = "Your name or a preference was changed."
  public static var privacy: Privacy { .countable }

  public init() {}
}
