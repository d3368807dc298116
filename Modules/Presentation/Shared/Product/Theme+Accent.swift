extension Theme {
  /// A theme derived from one color, for a product that has no drawings of its own.
  ///
  /// The heat of a day runs from a hint of the color to a deep shade of it, and pages have a trace
  /// of it in their background.
  public init(name: String, accent: RGB) {
    let plain = Look.plain
    func tinted(_ ground: Look.Ground) -> Look.Ground {
      Look.Ground(
        page: ground.page.mixed(with: accent, share: 0.04),
        surface: ground.surface.mixed(with: accent, share: 0.01),
        ink: ground.ink
      )
    }
    let look = Look(motif: .plain, light: tinted(plain.light), dark: tinted(plain.dark))
    self.init(
      name: name,
      accent: accent,
      heatOnLight: HeatRamp(of: accent, on: look.light),
      heatOnDark: HeatRamp(of: accent, on: look.dark),
      look: look
    )
  }
}

extension HeatRamp {
  /// Shades that move away from `ground`: toward `color`, and from there toward the ink.
  fileprivate init(of color: RGB, on ground: Look.Ground) {
    // Far enough from the ground to be visible, and near enough to leave room for more shades.
    let high = color.readable(on: [ground.surface], contrast: 4)
      .mixed(toward: ground.surface) { $0.contrast(with: ground.surface) <= 9 }
    self.init(
      none: ground.surface.mixed(with: ground.ink, share: 0.08),
      low: ground.surface.mixed(with: high, share: 0.4),
      middle: ground.surface.mixed(with: high, share: 0.7),
      high: high,
      most: high.mixed(with: ground.ink, share: 0.6)
    )
  }
}
