import Core
import StreaksContract
import TrackingContract

/// The subject of a card.
public enum ShareKind: String, Codable, Sendable, CaseIterable {
  /// What was done on each day, for one habit or all.
  case contributions
  /// The sober days of a substance.
  case sobriety
  /// A milestone that a run reached.
  case milestone
}

/// A query for the content of a card.
///
/// Fails with `nothing-to-share` if the card would show no achievement, with
/// `milestone-not-reached`, and with `not-in-this-product` for data that no loaded module keeps.
public struct ComposeShareCard: Query {
  public typealias Reply = ShareCard
  public static let name = "social.compose-share-card"
  public static let summary = "The content of a picture to share; titles only if asked for."

  public let kind: ShareKind
  /// The habit whose contributions or milestone the card shows.
  ///
  /// Nil for the contributions of all habits, or for the milestone of a substance.
  public let habit: HabitID?
  /// The substance's name or ID; nil for the only one, otherwise alcohol.
  public let substance: String?
  /// The length of the milestone; nil for the longest one reached.
  public let level: Int?
  /// The unit of the milestone of a habit; nil for what the habit counts now, if it reached it.
  public let unit: StreakUnit?
  /// The number of weeks shown, including the current one: 1 to ``mostWeeks``; nil for a default.
  public let weeks: Int?
  /// Whether the card names the habit or substance.
  public let showsTitle: Bool

  public init(
    kind: ShareKind,
    habit: HabitID? = nil,
    substance: String? = nil,
    level: Int? = nil,
    unit: StreakUnit? = nil,
    weeks: Int? = nil,
    showsTitle: Bool = false
  ) {
    self.kind = kind
    self.habit = habit
    self.substance = substance
    self.level = level
    self.unit = unit
    self.weeks = weeks
    self.showsTitle = showsTitle
  }

  /// The maximum number of weeks; more would be too small to see on a phone.
  public static let mostWeeks = 53
}
