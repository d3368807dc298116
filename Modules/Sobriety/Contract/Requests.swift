import Core
import TrackingContract

/// Everything about one substance as of today.
public struct SobrietyOf: Query {
  public typealias Reply = Sobriety
  public static let name = "sobriety.sobriety-of"
  public static let summary = "Today, the timer, runs, savings, milestones and the why."

  /// A substance's name or id; nil for the only one, else alcohol.
  public let substance: String?

  public init(substance: String? = nil) { self.substance = substance }
}

/// The days of a range, for a calendar.
public struct SoberDays: Query {
  public typealias Reply = [SoberDay]
  public static let name = "sobriety.sober-days"
  public static let summary = "What each day of a range was, and how dark it is shown."

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

/// Everything that was ever said of one substance's days, earliest first.
public struct MarksOf: Query {
  public typealias Reply = [SoberMark]
  public static let name = "sobriety.marks-of"
  public static let summary = "Every marked day of one substance, earliest first."

  public let substance: String?

  public init(substance: String? = nil) { self.substance = substance }
}

public struct AllSubstances: Query {
  public typealias Reply = [Substance]
  public static let name = "sobriety.all-substances"
  public static let summary = "The substances, in the order in which they were added."

  public init() {}
}

/// Says what a day was.
///
/// Refused for days to come and for days before 1900. A substance that is
/// not there yet begins with its first mark.
public struct MarkDay: Command {
  public typealias Reply = MarkedDay
  public static let name = "sobriety.mark-day"
  public static let summary = "Marks a day as sober, not sober or neither."

  public let substance: String?
  /// Nil for today.
  public let day: Day?
  public let status: SoberStatus
  /// On a day that was not sober; nil keeps the number that is there, 0 means unknown.
  public let drinks: Int?

  public init(
    substance: String? = nil,
    day: Day? = nil,
    status: SoberStatus,
    drinks: Int? = nil
  ) {
    self.substance = substance
    self.day = day
    self.status = status
    self.drinks = drinks
  }

  /// The most drinks that are taken for one day.
  public static let mostDrinks = 999
}

/// The day as it now is, and what that made of the whole.
public struct MarkedDay: Codable, Sendable, Equatable {
  public let day: SoberDay
  public let sobriety: Sobriety
  /// Whether the substance began with this mark.
  public let isFirst: Bool
  /// What a run has reached by this very mark, shortest first.
  public let reached: [GainedMilestone]

  public init(day: SoberDay, sobriety: Sobriety, isFirst: Bool, reached: [GainedMilestone] = []) {
    self.day = day
    self.sobriety = sobriety
    self.isFirst = isFirst
    self.reached = reached
  }
}

/// Sets the figures that savings are computed from.
///
/// What is nil stays; zero takes a figure away.
public struct SetFigures: Command {
  public typealias Reply = Sobriety
  public static let name = "sobriety.set-figures"
  public static let summary = "Sets drinks per week, cost and calories of a drink, and currency."

  public let substance: String?
  public let drinksPerWeek: Amount?
  /// A decimal amount such as `4.50`, in `currency` or the one that was chosen before.
  public let cost: String?
  /// An ISO 4217 code.
  public let currency: String?
  /// Kilocalories in one drink.
  public let calories: Int?

  public init(
    substance: String? = nil,
    drinksPerWeek: Amount? = nil,
    cost: String? = nil,
    currency: String? = nil,
    calories: Int? = nil
  ) {
    self.substance = substance
    self.drinksPerWeek = drinksPerWeek
    self.cost = cost
    self.currency = currency
    self.calories = calories
  }
}

public struct SetWhy: Command {
  public typealias Reply = Sobriety
  public static let name = "sobriety.set-why"
  public static let summary = "Keeps a person's own reason; empty words take it back."

  public let substance: String?
  public let why: String

  public init(substance: String? = nil, why: String) {
    self.substance = substance
    self.why = why
  }

  /// The longest reason that is taken, in characters.
  public static let longestWhy = 4000
}

/// Deletes a substance for good.
///
/// Refused until `confirmed`, with words that say what would be lost.
public struct DeleteSubstance: Command {
  public typealias Reply = DeletedSubstance
  public static let name = "sobriety.delete-substance"
  public static let summary = "Deletes a substance with its whole calendar, for good."

  /// Its name or id.
  public let substance: String
  public let confirmed: Bool

  public init(substance: String, confirmed: Bool) {
    self.substance = substance
    self.confirmed = confirmed
  }
}

/// What is gone.
public struct DeletedSubstance: Codable, Sendable, Equatable {
  public let id: SubstanceID

  public init(id: SubstanceID) { self.id = id }
}
