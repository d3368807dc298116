import Core
import Presentation

/// The colors of a card.
struct CardColors {
  let ground: RGB
  let panel: RGB
  let ink: RGB
  let muted: RGB
  /// Legible as text on the background and the panel.
  let accent: RGB
  let missed: RGB
  let protected: RGB
  /// A day on which nothing was done.
  let empty: RGB
  let heat: HeatRamp

  init(_ look: CardStyle) {
    let theme = look.theme
    let base = look.isDark ? theme.look.dark : theme.look.light
    let grounds = [base.page, base.surface]
    ground = base.page
    panel = base.surface
    ink = base.ink.readable(on: grounds, contrast: 7)
    muted = base.ink.mixed(with: base.page, share: 0.42).readable(on: grounds)
    accent = theme.accent.readable(on: grounds)
    missed = theme.colors.missed.readable(on: grounds, contrast: 3)
    protected = theme.colors.protected.readable(on: grounds, contrast: 3)
    heat = look.isDark ? theme.heatOnDark : theme.heatOnLight
    empty = look.isDark ? heat[0].mixed(with: .white, share: 0.07) : heat[0]
  }

  /// Returns the color of a day.
  func color(strength: Int, of strongest: Int) -> RGB {
    guard strength > 0 else { return empty }
    switch strongest {
    // The darkest color is reserved for exceptional days, which a single habit does not have.
    case 1: return heat[3]
    case ...4: return heat[strength]
    default: return heat.shade(strength)
    }
  }
}
