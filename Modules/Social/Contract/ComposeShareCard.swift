import Core
import TrackingContract

/// What a card can be of.
public enum ShareKind: String, Codable, Sendable, CaseIterable {
  /// How much was done on each day, of one habit or all.
  case contributions
  /// The sober days of a substance.
  case sobriety
  /// A length that a run reached.
  case milestone
}

/// Asks for the content of a card.
///
/// Refused with `nothing-to-share` while there is nothing to be proud of on it, with
/// `milestone-not-reached`, and with `not-in-this-product` for what no loaded module keeps.
public struct ComposeShareCard: Query {
  public typealias Reply = ShareCard
  public static let name = "social.compose-share-card"
  public static let summary = "The content of a picture to share; titles only if asked for."

  public let kind: ShareKind
  /// Contributions of one habit, nil for all; or the habit whose milestone it is, nil for that of a
  /// substance.
  public let habit: HabitID?
  /// Its name or id; nil for the only one, else alcohol.
  public let substance: String?
  /// The length of the milestone; nil for the longest that was reached.
  public let level: Int?
  /// How many weeks are shown, the current one included: 1 to ``mostWeeks``; nil for as many as
  /// look well.
  public let weeks: Int?
  /// Whether the card names what it is about.
  public let showsTitle: Bool

  public init(
    kind: ShareKind,
    habit: HabitID? = nil,
    substance: String? = nil,
    level: Int? = nil,
    weeks: Int? = nil,
    showsTitle: Bool = false
  ) {
    self.kind = kind
    self.habit = habit
    self.substance = substance
    self.level = level
    self.weeks = weeks
    self.showsTitle = showsTitle
  }

  /// More would be too small to see on a phone.
  public static let mostWeeks = 53
}
