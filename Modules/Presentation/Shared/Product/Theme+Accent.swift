extension Theme {
  /// A theme that follows from one color, for a product that has no drawings of its own.
  ///
  /// The heat of a day runs from a hint of the color to a deep shade of it, and pages have a breath of
  /// it in their background.
  public init(name: String, accent: RGB) {
    let (white, black) = (RGB(hex: 0xFFFFFF), RGB(hex: 0x000000))
    let plain = Look.plain
    func tinted(_ ground: Look.Ground) -> Look.Ground {
      Look.Ground(
        page: ground.page.mixed(with: accent, share: 0.04),
        surface: ground.surface.mixed(with: accent, share: 0.01),
        ink: ground.ink
      )
    }
    self.init(
      name: name,
      accent: accent,
      heatOnLight: HeatRamp(
        none: plain.light.page.mixed(with: black, share: 0.06),
        low: accent.mixed(with: white, share: 0.7),
        middle: accent.mixed(with: white, share: 0.4),
        high: accent,
        most: accent.mixed(with: black, share: 0.45)
      ),
      heatOnDark: HeatRamp(
        none: plain.dark.surface.mixed(with: white, share: 0.1),
        low: accent.mixed(with: black, share: 0.55),
        middle: accent.mixed(with: black, share: 0.25),
        high: accent.mixed(with: white, share: 0.15),
        most: accent.mixed(with: white, share: 0.6)
      ),
      look: Look(motif: .plain, light: tinted(plain.light), dark: tinted(plain.dark))
    )
  }
}
