import Core
import TrackingContract

/// The user added a substance to abstain from.
public struct SubstanceAdded: Fact {
  public static let name = "sobriety.substance-added"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let title: String
  /// The local day on which the substance was added.
  public let on: Day
  public let at: Instant

  public init(substance: SubstanceID, title: String, on: Day, at: Instant) {
    self.substance = substance
    self.title = title
    self.on = on
    self.at = at
  }

  public var entity: EntityID? { substance.entity }
  public var latestDay: Day? { on }
}

/// The user gave a substance another name; its calendar stays.
public struct SubstanceRenamed: Fact {
  public static let name = "sobriety.substance-renamed"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let title: String

  public init(substance: SubstanceID, title: String) {
    self.substance = substance
    self.title = title
  }

  public var entity: EntityID? { substance.entity }
}

/// The user reported when the last use was, so that all days from then on are sober.
///
/// One fact stands for all of its days. A mark of a single day counts before it, except a mark
/// that was cleared earlier.
public struct RunBegun: Fact {
  public static let name = "sobriety.run-begun"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  /// The first sober day.
  public let first: Day
  /// The last day covered by the report; before `first` if the last use was on the reporting day.
  public let through: Day
  /// The instant at which the run starts: that of the last use, or the start of the first day.
  public let since: Instant
  /// The time at which it was reported.
  public let at: Instant
  /// The timestamps of earlier facts of this kind that this one corrects; nil if there are none.
  public let replaces: [HybridTimestamp]?
  /// Where it was reported, in minutes east of UTC.
  public let offset: Int?

  public init(
    substance: SubstanceID,
    first: Day,
    through: Day,
    since: Instant,
    at: Instant,
    replaces: [HybridTimestamp] = [],
    offset: Int? = nil
  ) {
    self.substance = substance
    self.first = first
    self.through = through
    self.since = since
    self.at = at
    self.replaces = replaces.isEmpty ? nil : replaces
    self.offset = offset
  }

  public var entity: EntityID? { substance.entity }
  public var latestDay: Day? { max(first.advanced(by: -1), through) }
}

/// The user deleted a substance and its whole calendar.
public struct SubstanceDeleted: ErasingFact {
  public static let name = "sobriety.substance-deleted"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID

  public init(substance: SubstanceID) { self.substance = substance }

  public var entity: EntityID? { substance.entity }
}

/// The user marked a day, or cleared its mark.
public struct DayMarked: Fact {
  public static let name = "sobriety.day-marked"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let day: Day
  public let status: SoberStatus
  /// The number of drinks on a day that was not sober; 0 if not counted.
  public let drinks: Int
  /// The time at which the day was marked.
  public let at: Instant
  /// The instant at which a run that starts on this day starts.
  ///
  /// This is the instant of marking if the day was marked on that day itself, and otherwise the
  /// start of the day in the time zone in which the user marked it. It is stored with the fact, so
  /// that a later change of time zone never moves the start of a run.
  public let since: Instant
  /// The timestamp of the earlier mark that this one restores with its instants; nil if it is new.
  public let restores: HybridTimestamp?
  /// Where the day was marked, in minutes east of UTC; nil if an earlier version wrote the fact.
  public let offset: Int?
  /// True if the mark was received later than it was made.
  public let claimed: Bool?

  public init(
    substance: SubstanceID,
    day: Day,
    status: SoberStatus,
    drinks: Int = 0,
    at: Instant,
    since: Instant,
    restores: HybridTimestamp? = nil,
    evidence: Evidence = Evidence()
  ) {
    self.substance = substance
    self.day = day
    self.status = status
    self.drinks = drinks
    self.at = at
    self.since = since
    self.restores = restores
    offset = evidence.offset
    claimed = evidence.isClaimed ? true : nil
  }

  /// A run starts with a mark only if it was made on its day.
  public var evidence: Evidence {
    Evidence(
      offset: offset,
      isLate: since != at,
      isClaimed: claimed ?? false,
      isKept: restores != nil
    )
  }

  public var entity: EntityID? { substance.entity }
  public var latestDay: Day? { day }
}

/// The user set the figures that savings are computed from; nil leaves a figure unchanged.
public struct FiguresSet: Fact {
  public static let name = "sobriety.figures-set"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let drinksPerWeek: Amount?
  public let price: Price?
  /// Kilocalories in one drink; 0 removes the figure.
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

/// The user wrote down their reason; an empty text removes it.
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
