import Core
import Presentation

/// The meaning of a color; a ``Palette`` maps it to the color itself.
public enum Ink: Sendable, Hashable {
  case accent, done, skipped, protected, missed, muted, warning, danger
  /// Contribution level 0...4.
  case heat(Int)
  /// Day of a run, 0...10.
  case shade(Int)
  /// A color that a person chose, for instance for a habit.
  case rgb(RGB)
}

/// The appearance of a piece of text.
public struct Style: Sendable, Hashable {
  public struct Traits: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = Traits(rawValue: 1)
    public static let dim = Traits(rawValue: 2)
    public static let italic = Traits(rawValue: 4)
    public static let underline = Traits(rawValue: 8)
    public static let inverse = Traits(rawValue: 16)
  }

  public var ink: Ink?
  public var traits: Traits

  public init(_ ink: Ink? = nil, _ traits: Traits = []) {
    self.ink = ink
    self.traits = traits
  }

  public static let regular = Style()
  public static let bold = Style(nil, .bold)
  public static let dim = Style(nil, .dim)
  public static let underline = Style(nil, .underline)
  public static let accent = Style(.accent)
  public static let done = Style(.done)
  public static let skipped = Style(.skipped)
  public static let protected = Style(.protected)
  public static let missed = Style(.missed)
  public static let muted = Style(.muted)
  public static let warning = Style(.warning)
  public static let danger = Style(.danger)
  /// The title of a view.
  public static let heading = Style(.accent, .bold)

  public static func heat(_ level: Int) -> Style { Style(.heat(level)) }
  public static func shade(_ shade: Int) -> Style { Style(.shade(shade)) }
  public static func color(_ color: RGB) -> Style { Style(.rgb(color)) }

  /// This style with `more` traits.
  public func with(_ more: Traits) -> Style { Style(ink, traits.union(more)) }
}
