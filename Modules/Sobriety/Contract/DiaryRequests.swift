import Core

/// A query for what a person said about the days of a range: pledges, reviews and notes of slips.
public struct SoberDiary: Query {
  public typealias Reply = [DiaryDay]
  public static let name = "sobriety.diary"
  public static let summary = "Pledges, reviews and notes of slips, of the days that have any."

  public let substance: String?
  public let from: Day
  /// The last day of the range.
  public let to: Day

  public init(substance: String? = nil, from: Day, to: Day) {
    self.substance = substance
    self.from = from
    self.to = to
  }
}

/// A query for what led to the days that were not sober.
public struct CausesOfSlips: Query {
  public typealias Reply = SlipCauses
  public static let name = "sobriety.causes-of-slips"
  public static let summary = "What led to the days that were not sober, most frequent first."

  public let substance: String?

  public init(substance: String? = nil) { self.substance = substance }
}

/// A query for the cravings that passed.
public struct CravingsOf: Query {
  public typealias Reply = Cravings
  public static let name = "sobriety.cravings-of"
  public static let summary = "How many cravings passed, and when the latest did."

  public let substance: String?

  public init(substance: String? = nil) { self.substance = substance }
}

/// Pledges to stay sober on a day, or takes the pledge back.
///
/// A day has one pledge for each substance. Fails for days in the future.
public struct PledgeDay: Command {
  public typealias Reply = DiaryDay
  public static let name = "sobriety.pledge-day"
  public static let summary = "Pledges to stay sober on a day, or takes the pledge back."

  public let substance: String?
  /// The day; nil for today.
  public let day: Day?
  /// False takes the pledge back; nil is true.
  public let isPledged: Bool?

  public init(substance: String? = nil, day: Day? = nil, isPledged: Bool? = nil) {
    self.substance = substance
    self.day = day
    self.isPledged = isPledged
  }
}

/// Says how hard a day was; without an effort, the review is taken back.
///
/// Fails for days in the future.
public struct ReviewDay: Command {
  public typealias Reply = DiaryDay
  public static let name = "sobriety.review-day"
  public static let summary = "Says how hard a day was, in a step and a few words."

  public let substance: String?
  /// The day; nil for today.
  public let day: Day?
  /// Nil takes the review back.
  public let effort: DayEffort?
  /// The person's own words; nil for none.
  public let note: String?

  public init(
    substance: String? = nil,
    day: Day? = nil,
    effort: DayEffort?,
    note: String? = nil
  ) {
    self.substance = substance
    self.day = day
    self.effort = effort
    self.note = note
  }
}

/// Notes what led to a day that was not sober; without triggers and words, the note is removed.
///
/// Fails for a day that is not marked as not sober.
public struct NoteSlip: Command {
  public typealias Reply = DiaryDay
  public static let name = "sobriety.note-slip"
  public static let summary = "Notes what led to a day that was not sober."

  public let substance: String?
  /// The day; nil for today.
  public let day: Day?
  /// Nil for none.
  public let triggers: [SlipTrigger]?
  /// The person's own words; nil for none.
  public let note: String?

  public init(
    substance: String? = nil,
    day: Day? = nil,
    triggers: [SlipTrigger]? = nil,
    note: String? = nil
  ) {
    self.substance = substance
    self.day = day
    self.triggers = triggers
    self.note = note
  }
}

/// Counts a craving that passed, or takes one back.
public struct PassCraving: Command {
  public typealias Reply = Cravings
  public static let name = "sobriety.pass-craving"
  public static let summary = "Counts a craving that passed, or takes one back."

  public let substance: String?
  /// The instant of the counted craving that is taken back; nil counts another one.
  public let takesBack: Instant?

  public init(substance: String? = nil, takesBack: Instant? = nil) {
    self.substance = substance
    self.takesBack = takesBack
  }
}
