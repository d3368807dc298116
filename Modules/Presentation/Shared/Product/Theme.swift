/// The look of a product: its colors and its symbols for the states of a day.
///
/// Colors are preferences; renderers adjust their lightness until they are legible on the actual
/// background.
public struct Theme: Sendable, Equatable {
  public var name: String
  public var accent: RGB
  public var colors: StateColors
  /// Contribution levels on a light background.
  public var heatOnLight: HeatRamp
  /// Contribution levels on a dark background.
  public var heatOnDark: HeatRamp
  public var glyphs: ThemeGlyphs
  public var look: Look

  public init(
    name: String,
    accent: RGB,
    colors: StateColors = StateColors(),
    heatOnLight: HeatRamp,
    heatOnDark: HeatRamp,
    glyphs: ThemeGlyphs = ThemeGlyphs(),
    look: Look = .plain
  ) {
    self.name = name
    self.accent = accent
    self.colors = colors
    self.heatOnLight = heatOnLight
    self.heatOnDark = heatOnDark
    self.glyphs = glyphs
    self.look = look
  }

  /// The theme of products without their own.
  public static let standard = Theme(
    name: "Trellis",
    accent: RGB(hex: 0x1F9D74),
    heatOnLight: HeatRamp(
      none: RGB(hex: 0xE4E9E7),
      low: RGB(hex: 0xA6E3C6),
      middle: RGB(hex: 0x55C596),
      high: RGB(hex: 0x1F9668),
      most: RGB(hex: 0x0B5F41)
    ),
    heatOnDark: HeatRamp(
      none: RGB(hex: 0x2A302E),
      low: RGB(hex: 0x1A6B4C),
      middle: RGB(hex: 0x218F65),
      high: RGB(hex: 0x35BD89),
      most: RGB(hex: 0x7CF0C4)
    )
  )
}

/// Colors with the same meaning in every view.
public struct StateColors: Sendable, Equatable {
  public var done: RGB
  public var skipped: RGB
  public var protected: RGB
  /// Not an alarm color: a missed day is a fact, and is shown calmly.
  public var missed: RGB
  public var muted: RGB
  public var warning: RGB
  public var danger: RGB

  public init(
    done: RGB = RGB(hex: 0x2E9E4F),
    skipped: RGB = RGB(hex: 0x7A869A),
    protected: RGB = RGB(hex: 0x3E84E0),
    missed: RGB = RGB(hex: 0xB9695B),
    muted: RGB = RGB(hex: 0x7F8682),
    warning: RGB = RGB(hex: 0xC27A0A),
    danger: RGB = RGB(hex: 0xD6453D)
  ) {
    self.done = done
    self.skipped = skipped
    self.protected = protected
    self.missed = missed
    self.muted = muted
    self.warning = warning
    self.danger = danger
  }
}

/// Five colors for the levels 0 (nothing) to 4 (most).
public struct HeatRamp: Sendable, Equatable {
  private let none: RGB
  private let low: RGB
  private let middle: RGB
  private let high: RGB
  private let most: RGB

  public init(none: RGB, low: RGB, middle: RGB, high: RGB, most: RGB) {
    self.none = none
    self.low = low
    self.middle = middle
    self.high = high
    self.most = most
  }

  /// The color of a level; levels outside of 0...4 are clamped.
  public subscript(level: Int) -> RGB {
    switch level {
    case ...0: none
    case 1: low
    case 2: middle
    case 3: high
    default: most
    }
  }

  /// The color of one of eleven shades: 0 is level 0, 1...10 run evenly from level 1 to level 4.
  public func shade(_ shade: Int) -> RGB {
    guard shade > 0 else { return none }
    let position = Double(min(shade, 10) - 1) / 3
    let below = Int(position)
    return self[below + 1].mixed(with: self[below + 2], share: position - Double(below))
  }
}

/// A symbol with ASCII characters that replace it where there is no Unicode.
public struct Glyph: Sendable, Equatable {
  public var unicode: String
  public var ascii: String

  public init(_ unicode: String, ascii: String) {
    self.unicode = unicode
    self.ascii = ascii
  }
}

/// The symbols of a theme.
public struct ThemeGlyphs: Sendable, Equatable {
  /// Shown beside a streak's length.
  public var flame: Glyph
  /// Shown beside freezes.
  public var shield: Glyph
  /// Shown beside praise.
  public var flower: Glyph
  /// The states of a day: done, skipped, protected by a freeze, missed, still open, not scheduled.
  public var check: Glyph
  public var skip: Glyph
  public var protected: Glyph
  public var missed: Glyph
  public var open: Glyph
  public var empty: Glyph
  /// The word for a day on which something was scheduled and not done.
  public var missedWord: String

  public init(
    flame: Glyph = Glyph("🔥", ascii: "*"),
    shield: Glyph = Glyph("🛡️", ascii: "#"),
    flower: Glyph = Glyph("🌱", ascii: "+"),
    check: Glyph = Glyph("✓", ascii: "x"),
    skip: Glyph = Glyph("–", ascii: "-"),
    protected: Glyph = Glyph("◆", ascii: "#"),
    missed: Glyph = Glyph("✗", ascii: "!"),
    open: Glyph = Glyph("○", ascii: "o"),
    empty: Glyph = Glyph("·", ascii: "."),
    missedWord: String = "missed"
  ) {
    self.missedWord = missedWord
    self.flame = flame
    self.shield = shield
    self.flower = flower
    self.check = check
    self.skip = skip
    self.protected = protected
    self.missed = missed
    self.open = open
    self.empty = empty
  }
}
