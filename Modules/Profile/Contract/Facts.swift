import Core

/// A person gave themselves a name.
public struct NameSet: Fact {
  public static let name = "profile.name-set"

  public let displayName: String

  public init(displayName: String) { self.displayName = displayName }

  public var entity: EntityID? { nil }
}

/// A person chose how they like something.
public struct PreferenceSet: Fact {
  public static let name = "profile.preference-set"

  /// A ``Preference``'s name, or that of a newer version's preference, which is kept.
  public let key: String
  public let value: String
  /// The local day on which it was set: a new start of the day holds from then on.
  public let on: Day

  public init(key: String, value: String, on: Day) {
    self.key = key
    self.value = value
    self.on = on
  }

  public var entity: EntityID? { nil }
}

/// Name or preferences are not what they were.
public struct ProfileChanged: Change {
  public static let name = "profile.profile-changed"
  public static var privacy: Privacy { .countable }

  public init() {}
}
