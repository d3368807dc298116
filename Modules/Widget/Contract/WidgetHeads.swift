import Core
import StreaksContract

/// The contributions of about a year, drawn from the latest week back as far as there is room.
public struct WidgetGraph: Codable, Sendable, Equatable {
  /// The first day.
  public let from: Day
  /// The color intensity of each day, 0 to 4, up to today.
  public let levels: [Int]
  /// The number of habits done in all of these days.
  public let total: Int

  public init(from: Day, levels: [Int], total: Int) {
    self.from = from
    self.levels = levels
    self.total = total
  }

  /// The days with their levels, oldest first.
  public var days: [(day: Day, level: Int)] {
    levels.enumerated().map { (from.advanced(by: $0), $1) }
  }
}

/// The longest running streak, and the freezes that could save one.
public struct WidgetFlame: Codable, Sendable, Equatable {
  /// The streak; nil if none is running.
  public let streak: WidgetStreak?
  /// The title of its habit as a widget shows it; nil if no streak is running.
  public let label: String?
  /// Whether the streak ends with the day unless its habit is done.
  public let atRisk: Bool
  /// The freezes in stock; nil if the product has none.
  public let freezes: Int?

  public init(streak: WidgetStreak?, label: String?, atRisk: Bool, freezes: Int?) {
    self.streak = streak
    self.label = label
    self.atRisk = atRisk
    self.freezes = freezes
  }
}

/// The length of a running streak.
public struct WidgetStreak: Codable, Sendable, Equatable {
  public let length: Int
  public let unit: StreakUnit

  public init(length: Int, unit: StreakUnit) {
    self.length = length
    self.unit = unit
  }

  /// The length as `12 days`.
  public var words: String { unit.words(length) }
}
