import Core
import TrackingContract

/// A query for everything about one substance as of today.
public struct SobrietyOf: Query {
  public typealias Reply = Sobriety
  public static let name = "sobriety.sobriety-of"
  public static let summary = "Today, the timer, runs, savings, milestones and the why."

  /// A substance's name or ID; nil for the only one, otherwise alcohol.
  public let substance: String?

  public init(substance: String? = nil) { self.substance = substance }
}

/// A query for the days of a range, for a calendar.
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

/// A query for all marks of one substance's days, earliest first.
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

/// Begins the calendar of a substance, or corrects where its run begins, from the last use.
///
/// All days after it up to today become sober with one fact, unless a mark says otherwise. A day
/// marked as not sober ends the filled days, so that an honest mark is never overwritten. Fails for
/// a last use in the future or before 1900, and for a new name that is nearly that of a substance.
public struct BeginRun: Command {
  public typealias Reply = BegunRun
  public static let name = "sobriety.begin-run"
  public static let summary = "Begins a calendar, sober since the day of the last use."

  /// The name of a new substance, or the name or ID of one that exists; nil as in other requests.
  public let substance: String?
  /// The day of the last use; nil begins an empty calendar.
  public let lastUse: Day?
  /// The time of the last use on that day, such as `22:30`; nil starts the run with the next day.
  public let time: String?
  /// Whether a name that looks like a mistyped one is meant as it is.
  public let isNew: Bool?

  public init(
    substance: String? = nil,
    lastUse: Day? = nil,
    time: String? = nil,
    isNew: Bool? = nil
  ) {
    self.substance = substance
    self.lastUse = lastUse
    self.time = time
    self.isNew = isNew
  }
}

/// The substance after its run was begun.
public struct BegunRun: Codable, Sendable, Equatable {
  public let sobriety: Sobriety
  /// Whether the calendar is new.
  public let isFirst: Bool
  /// The number of days that this makes sober.
  public let filled: Int

  public init(sobriety: Sobriety, isFirst: Bool, filled: Int) {
    self.sobriety = sobriety
    self.isFirst = isFirst
    self.filled = filled
  }
}

/// Gives a substance another name; its calendar, figures and why stay.
public struct RenameSubstance: Command {
  public typealias Reply = Sobriety
  public static let name = "sobriety.rename-substance"
  public static let summary = "Gives a substance another name, with its calendar as it is."

  /// The substance's name or ID.
  public let substance: String
  public let title: String

  public init(substance: String, title: String) {
    self.substance = substance
    self.title = title
  }
}

/// Marks a day.
///
/// Fails for days in the future, for days before 1900 and for a substance that does not exist:
/// ``BeginRun`` begins one. Alcohol alone is begun by its first mark, if nothing else exists.
public struct MarkDay: Command {
  public typealias Reply = MarkedDay
  public static let name = "sobriety.mark-day"
  public static let summary = "Marks a day as sober, not sober or neither."

  public let substance: String?
  /// The day; nil for today.
  public let day: Day?
  public let status: SoberStatus
  /// The drinks on a day that was not sober; nil keeps the stored number, 0 means unknown.
  public let drinks: Int?
  /// The instant of an earlier mark of the day, which an undo restores.
  ///
  /// It counts only if the day had such a mark, made at that instant. Otherwise the mark is a new
  /// one.
  public let restores: Instant?

  public init(
    substance: String? = nil,
    day: Day? = nil,
    status: SoberStatus,
    drinks: Int? = nil,
    restores: Instant? = nil
  ) {
    self.substance = substance
    self.day = day
    self.status = status
    self.drinks = drinks
    self.restores = restores
  }

  /// The largest accepted number of drinks per day.
  public static let mostDrinks = 999
}

/// Undoes the last change of a day's mark.
///
/// The day gets back the mark that was replaced, with its instant and evidence. Undoing that in
/// turn restores what was taken away. Fails for a day that was never marked.
public struct UndoMark: Command {
  public typealias Reply = MarkedDay
  public static let name = "sobriety.undo-mark"
  public static let summary = "Undoes the last change of a day's mark."

  public let substance: String?
  /// The day; nil for today.
  public let day: Day?

  public init(substance: String? = nil, day: Day? = nil) {
    self.substance = substance
    self.day = day
  }
}

/// The marked day and its effect on the substance.
public struct MarkedDay: Codable, Sendable, Equatable {
  public let day: SoberDay
  public let sobriety: Sobriety
  /// Whether this mark created the substance.
  public let isFirst: Bool
  /// The milestones that a run reached with this mark, shortest first.
  public let reached: [NewMilestone]
  /// The mark that this one replaced; nil if there was none or nothing changed.
  public let replaced: SoberMark?

  public init(
    day: SoberDay,
    sobriety: Sobriety,
    isFirst: Bool,
    reached: [NewMilestone] = [],
    replaced: SoberMark? = nil
  ) {
    self.day = day
    self.sobriety = sobriety
    self.isFirst = isFirst
    self.reached = reached
    self.replaced = replaced
  }
}

/// Sets the figures that savings are computed from.
///
/// Nil leaves a figure unchanged; zero removes it.
public struct SetFigures: Command {
  public typealias Reply = Sobriety
  public static let name = "sobriety.set-figures"
  public static let summary = "Sets drinks per week, cost and calories of a drink, and currency."

  public let substance: String?
  public let drinksPerWeek: Amount?
  /// A decimal amount such as `4.50`, in `currency` or in the currency set earlier.
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

  /// The maximum length of a reason, in characters.
  public static let maxWhyLength = 4000
}

/// Deletes a substance permanently.
///
/// Fails unless `confirmed`, with an error that says what would be lost.
public struct DeleteSubstance: Command {
  public typealias Reply = DeletedSubstance
  public static let name = "sobriety.delete-substance"
  public static let summary = "Deletes a substance with its whole calendar, for good."
  public static let erases = true

  /// The substance's name or ID.
  public let substance: String
  public let confirmed: Bool

  public init(substance: String, confirmed: Bool) {
    self.substance = substance
    self.confirmed = confirmed
  }
}

/// The substance that was deleted.
public struct DeletedSubstance: Codable, Sendable, Equatable {
  public let id: SubstanceID

  public init(id: SubstanceID) { self.id = id }
}

/// Lists the patterns in the marks of all substances.
public struct PatternsOfSoberMarks: Query {
  public typealias Reply = [MarkingPattern]
  public static let name = "sobriety.patterns"
  public static let summary = "What in the marks of sober days looks unlike everyday use."

  public init() {}
}
