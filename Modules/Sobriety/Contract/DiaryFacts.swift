import Core

/// The user pledged to stay sober on a day, or took the pledge back.
public struct DayPledged: Fact {
  public static let name = "sobriety.day-pledged"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let day: Day
  public let isPledged: Bool
  /// The time at which it was said.
  public let at: Instant

  public init(substance: SubstanceID, day: Day, isPledged: Bool, at: Instant) {
    self.substance = substance
    self.day = day
    self.isPledged = isPledged
    self.at = at
  }

  public var entity: EntityID? { substance.entity }
  public var latestDay: Day? { day }
}

/// The user said how hard a day was, or took that back.
public struct DayReviewed: Fact {
  public static let name = "sobriety.day-reviewed"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let day: Day
  /// Nil takes the review back.
  public let effort: DayEffort?
  /// The person's own words; empty if there are none.
  public let note: String
  /// The time at which it was said.
  public let at: Instant

  public init(substance: SubstanceID, day: Day, effort: DayEffort?, note: String, at: Instant) {
    self.substance = substance
    self.day = day
    self.effort = effort
    self.note = note
    self.at = at
  }

  public var entity: EntityID? { substance.entity }
  public var latestDay: Day? { day }
}

/// The user noted what led to a day that was not sober; without triggers and words, the note is gone.
public struct SlipNoted: Fact {
  public static let name = "sobriety.slip-noted"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  public let day: Day
  /// The names of ``SlipTrigger``; the names of a newer version are kept and not shown.
  public let triggers: [String]
  /// The person's own words; empty if there are none.
  public let note: String
  /// The time at which it was said.
  public let at: Instant

  public init(
    substance: SubstanceID,
    day: Day,
    triggers: [SlipTrigger],
    note: String,
    at: Instant
  ) {
    self.substance = substance
    self.day = day
    self.triggers = triggers.map(\.rawValue)
    self.note = note
    self.at = at
  }

  public var entity: EntityID? { substance.entity }
  public var latestDay: Day? { day }
}

/// The user got through a craving, or took that back.
public struct CravingPassed: Fact {
  public static let name = "sobriety.craving-passed"
  public static var privacy: Privacy { .sensitive }

  public let substance: SubstanceID
  /// The local day on which it was reported.
  public let day: Day
  /// The time at which it was reported, which identifies the craving.
  public let at: Instant
  /// True if the craving reported at that time is taken back.
  public let isTakenBack: Bool?

  public init(substance: SubstanceID, day: Day, at: Instant, isTakenBack: Bool = false) {
    self.substance = substance
    self.day = day
    self.at = at
    self.isTakenBack = isTakenBack ? true : nil
  }

  public var entity: EntityID? { substance.entity }
  public var latestDay: Day? { day }
}
