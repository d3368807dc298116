import Core

/// A milestone that the server has found in its owner's journal.
///
/// This is all the data of a post that leaves a space (OWASP ASVS 5.0, 15.3.1): no ids of habits,
/// no notes.
public struct Achievement: Sendable, Equatable {
  /// What reached the milestone, in general words.
  public enum Subject: String, Sendable, Codable, CaseIterable {
    case habit
    case sobriety
  }

  /// The product in which it was reached, such as `streaks`.
  public let product: String
  public let subject: Subject
  /// The owner's name for it; nil unless they chose to show it.
  public let title: String?
  /// The length of the run, in `unit`.
  public let level: Int
  public let unit: String
  /// The day on which a run first reached it.
  public let day: Day
  /// The done days of the run.
  public let done: Int
  /// How many of them were not marked on the day itself.
  public let later: Int

  public init(
    product: String,
    subject: Subject,
    title: String?,
    level: Int,
    unit: String,
    day: Day,
    done: Int,
    later: Int
  ) {
    self.product = product
    self.subject = subject
    self.title = title
    self.level = level
    self.unit = unit
    self.day = day
    self.done = done
    self.later = later
  }

  /// The text that identifies the milestones of a habit or substance with one number, by whatever
  /// name that goes.
  ///
  /// A habit whose rhythm changed reaches the same number in days and in weeks; the store adds the
  /// unit.
  public static func key(product: String, of entity: EntityID, level: Int) -> String {
    "\(product)/\(entity)/\(level)"
  }
}
