import Core
import TrackingContract

/// Names a substance that a person leaves out.
public struct SubstanceID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }

  public var entity: EntityID { EntityID(rawValue: rawValue) }

  /// The daily habit that other modules see for it.
  public var habit: HabitID { HabitID(rawValue: rawValue) }
}

/// Something a person leaves out, a calendar of its own for each.
public struct Substance: Codable, Sendable, Equatable {
  public let id: SubstanceID
  public let name: String

  public init(id: SubstanceID, name: String) {
    self.id = id
    self.name = name
  }

  /// What is meant where nothing is named.
  public static let defaultName = "Alcohol"
  /// The longest name that is taken, in characters.
  public static let longestName = 60

  /// The title of the daily habit that other modules see: `Alcohol-free`.
  public var habitTitle: String { "\(name)-free" }
}

/// What is known of one day of one substance.
public enum SoberStatus: String, Codable, Sendable, CaseIterable {
  case sober
  case notSober
  /// Nothing was said, or it was taken back.
  case unmarked
}

/// One day as a calendar shows it.
public struct SoberDay: Codable, Sendable, Equatable {
  public let day: Day
  public let status: SoberStatus
  /// The day's place in its run of sober days, 10 for the tenth and all after it; 0 for days that
  /// are not sober.
  public let shade: Int
  /// How many drinks there were; 0 where nobody counted.
  public let drinks: Int

  public init(day: Day, status: SoberStatus, shade: Int, drinks: Int) {
    self.day = day
    self.status = status
    self.shade = shade
    self.drinks = drinks
  }

  public static let darkestShade = 10
}

/// What a person said of one day.
public struct SoberMark: Codable, Sendable, Equatable {
  public let day: Day
  public let status: SoberStatus
  /// How many drinks there were; 0 where nobody counted.
  public let drinks: Int
  /// When it was said.
  public let at: Instant

  public init(day: Day, status: SoberStatus, drinks: Int, at: Instant) {
    self.day = day
    self.status = status
    self.drinks = drinks
    self.at = at
  }
}
