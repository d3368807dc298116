import Core
import TrackingContract

/// Identifies a substance.
public struct SubstanceID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }

  public var entity: EntityID { EntityID(rawValue: rawValue) }

  /// The daily habit that other modules see in its place.
  public var habit: HabitID { HabitID(rawValue: rawValue) }
}

/// Something the user abstains from, with its own calendar.
public struct Substance: Codable, Sendable, Equatable {
  public let id: SubstanceID
  public let name: String

  public init(id: SubstanceID, name: String) {
    self.id = id
    self.name = name
  }

  /// The substance used when none is named.
  public static let defaultName = "Alcohol"
  /// The maximum length of a name, in characters.
  public static let maxNameLength = 60

  /// The title of the daily habit that other modules see: `Alcohol-free`.
  public var habitTitle: String { "\(name)-free" }
}

/// The status of one day for one substance.
public enum SoberStatus: String, Codable, Sendable, CaseIterable {
  case sober
  case notSober
  /// The day was never marked, or its mark was cleared.
  case unmarked
}

/// One day as a calendar shows it.
public struct SoberDay: Codable, Sendable, Equatable {
  public let day: Day
  public let status: SoberStatus
  /// The day's position in its run of sober days; 0 for days that are not sober.
  ///
  /// It is 10 for the tenth day and all later ones.
  public let shade: Int
  /// The number of drinks; 0 if not counted.
  public let drinks: Int

  public init(day: Day, status: SoberStatus, shade: Int, drinks: Int) {
    self.day = day
    self.status = status
    self.shade = shade
    self.drinks = drinks
  }

  public static let darkestShade = 10
}

/// The user's mark for one day.
public struct SoberMark: Codable, Sendable, Equatable {
  public let day: Day
  public let status: SoberStatus
  /// The number of drinks; 0 if not counted.
  public let drinks: Int
  /// The time at which the day was marked.
  public let at: Instant

  public init(day: Day, status: SoberStatus, drinks: Int, at: Instant) {
    self.day = day
    self.status = status
    self.drinks = drinks
    self.at = at
  }
}
