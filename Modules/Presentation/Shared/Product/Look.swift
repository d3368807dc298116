/// How a product's pages feel: their grounds and inks, and the shapes upon them.
///
/// Colors are wishes, as everywhere in a ``Theme``; the pages see to it that they can be read.
public struct Look: Sendable, Equatable {
  /// What ornaments are drawn of, and how round and heavy everything is.
  public enum Motif: String, Sendable, CaseIterable {
    /// Clean lines and nothing else.
    case plain
    /// Leaves and blossoms on paper.
    case garden
    /// Still water in the evening.
    case dusk
    /// Warmth and bold figures.
    case ember
  }

  /// The colors of one appearance.
  public struct Ground: Sendable, Equatable {
    /// Behind everything.
    public var page: RGB
    /// Of cards and bars, above the page.
    public var surface: RGB
    public var ink: RGB

    public init(page: RGB, surface: RGB, ink: RGB) {
      self.page = page
      self.surface = surface
      self.ink = ink
    }
  }

  public var motif: Motif
  public var light: Ground
  public var dark: Ground

  public init(motif: Motif, light: Ground, dark: Ground) {
    self.motif = motif
    self.light = light
    self.dark = dark
  }

  /// White paper and night.
  public static let plain = Look(
    motif: .plain,
    light: Ground(
      page: RGB(hex: 0xF7F9F8),
      surface: RGB(hex: 0xFFFFFF),
      ink: RGB(hex: 0x18211E)
    ),
    dark: Ground(
      page: RGB(hex: 0x0E1312),
      surface: RGB(hex: 0x161D1B),
      ink: RGB(hex: 0xE4ECE9)
    )
  )
}
