/// The appearance of a product's pages: background and text colors, and shapes.
///
/// Colors are preferences, as everywhere in a ``Theme``; the pages adjust them until they are
/// legible.
public struct Look: Sendable, Equatable {
  /// The style of ornaments, corners and line weights.
  public enum Motif: String, Sendable, CaseIterable {
    /// Clean lines only.
    case plain
    /// Leaves and blossoms on paper.
    case garden
    /// Still water in the evening.
    case dusk
    /// Warm colors and bold figures.
    case ember
  }

  /// The colors of one appearance.
  public struct Ground: Sendable, Equatable {
    /// The background of the page.
    public var page: RGB
    /// The background of cards and bars, above the page.
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

  /// White paper in light mode, and night in dark mode.
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
