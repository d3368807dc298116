import Core

/// The emoji that stands for a habit.
///
/// A new one is checked when it is entered. In payloads it may be any text: the set of emoji grows
/// with Unicode, and every device must read what a newer one wrote.
public struct HabitIcon: TextCodable, Sendable, Hashable, ExpressibleByStringLiteral {
  public let description: String

  public init(_ text: String) { description = text }
  public init(stringLiteral text: String) { description = text }
  public init?(coded text: String) { description = text }

  /// Whether it is one emoji.
  public var isEmoji: Bool { description.count == 1 && description.first?.isEmoji == true }

  public static var codedName: String { "an emoji" }

  public static var codedForm: CodingSchema {
    CodingSchema(.text(), "one emoji", example: .text("📚"))
  }
}
