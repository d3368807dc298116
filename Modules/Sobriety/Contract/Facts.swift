import Core
import TrackingContract

/// A person began to leave something out.
public struct SubstanceAdded: Fact {
  public static let name = "sobriety.substance-added"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let title: String
  /// The local day on which it was added.
  public let on: Day
  public let at: Instant

  public init(substance: SubstanceID, title: String, on: Day, at: Instant) {
    self.substance = substance
    self.title = title
    self.on = on
    self.at = at
  }

  public var entity: EntityID? { substance.entity }
}

/// A substance with its whole calendar is gone for good.
public struct SubstanceDeleted: ErasingFact {
  public static let name = "sobriety.substance-deleted"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID

  public init(substance: SubstanceID) { self.substance = substance }

  public var entity: EntityID? { substance.entity }
}

/// A person said what a day was, or took it back.
public struct DayMarked: Fact {
  public static let name = "sobriety.day-marked"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let day: Day
  public let status: SoberStatus
  /// How many drinks there were on a day that was not sober; 0 for nobody counted.
  public let drinks: Int
  /// When it was said.
  public let at: Instant
  /// When a run that begins on this day begins: the instant of marking for a day that was marked
  /// on that day itself, else the instant the day began where the person was when they marked it.
  ///
  /// Kept with the fact, so that no later change of zone moves the beginning of a run.
  public let since: Instant

  public init(
    substance: SubstanceID,
    day: Day,
    status: SoberStatus,
    drinks: Int = 0,
    at: Instant,
    since: Instant
  ) {
    self.substance = substance
    self.day = day
    self.status = status
    self.drinks = drinks
    self.at = at
    self.since = since
  }

  public var entity: EntityID? { substance.entity }
}

/// The figures that savings are computed from were set; what is nil stayed as it was.
public struct FiguresSet: Fact {
  public static let name = "sobriety.figures-set"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let drinksPerWeek: Amount?
  public let price: Price?
  /// Kilocalories in one drink; 0 takes the figure away.
  public let calories: Int?

  public init(
    substance: SubstanceID,
    drinksPerWeek: Amount? = nil,
    price: Price? = nil,
    calories: Int? = nil
  ) {
    self.substance = substance
    self.drinksPerWeek = drinksPerWeek
    self.price = price
    self.calories = calories
  }

  public var entity: EntityID? { substance.entity }
}

/// A person wrote down why they do this; empty words take it back.
public struct WhySet: Fact {
  public static let name = "sobriety.why-set"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let why: String

  public init(substance: SubstanceID, why: String) {
    self.substance = substance
    self.why = why
  }

  public var entity: EntityID? { substance.entity }
}
