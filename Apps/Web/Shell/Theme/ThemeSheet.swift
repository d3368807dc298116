import Core
import Pages
import Presentation

/// A product's theme as a style sheet: the colors that its rules use, by name, its shapes, and the
/// rules of its modules.
///
/// Colors of a theme are wishes. What is text keeps a contrast of 4.5 and what is a sign of 3 with
/// every ground it may lie on (WCAG 2.2, 1.4.3 and 1.4.11).
struct ThemeSheet: Sendable {
  private let theme: Theme
  private let rules: String
  /// Everything that colors are used in.
  private let users: String

  /// - Parameter rules: those of the modules.
  init(_ theme: Theme, rules: String) {
    self.theme = theme
    let motif = Assets.all.text(of: "\(theme.look.motif.rawValue).css")
    self.rules = motif + rules
    users = Assets.all.text(of: "app.css") + self.rules
  }

  var css: String {
    let (light, dark) = (Shades(theme, isDark: false), Shades(theme, isDark: true))
    return """
      :root{\(declarations(light.all))\(shapes)}
      @media (prefers-color-scheme:dark){:root{\(declarations(dark.all))}}
      \(rules)

      """
  }

  /// Colors that no rule uses are left out: a page is to stay light.
  private func declarations(_ colors: [(name: String, color: RGB)]) -> String {
    colors.filter { users.contains("var(--\($0.name))") }
      .map { "--\($0.name):\($0.color.css);" }.joined()
  }

  /// What does not depend on the appearance.
  private var shapes: String {
    let motif = Ornaments(theme.look.motif)
    var text = "--sign-done:\(Ornaments.url(motif.done));--ground:\(motif.ground);"
    if let picture = motif.picture { text += "--ornament:\(picture);" }
    return text
  }
}

/// All colors of a theme in one appearance.
struct Shades: Sendable {
  let theme: Theme
  let isDark: Bool

  init(_ theme: Theme, isDark: Bool) {
    self.theme = theme
    self.isDark = isDark
  }

  private var ground: Look.Ground { isDark ? theme.look.dark : theme.look.light }
  private var heat: HeatRamp { isDark ? theme.darkHeat : theme.lightHeat }

  /// What text and signs may lie on.
  var grounds: [RGB] { [page, surface, sunken, glow] }

  var page: RGB { ground.page }
  /// The page where the light of its ornaments falls upon it.
  var glow: RGB { page.mixed(with: theme.accent, share: 0.14) }
  var surface: RGB { ground.surface }
  /// Of fields and tracks, a little below the surface.
  var sunken: RGB { ground.surface.mixed(with: ground.ink, share: isDark ? 0.09 : 0.05) }
  var line: RGB { ground.surface.mixed(with: ground.ink, share: isDark ? 0.2 : 0.15) }
  var ink: RGB { ground.ink.readable(on: grounds, contrast: 7) }
  var muted: RGB { ground.ink.mixed(with: ground.surface, share: 0.36).readable(on: grounds) }
  /// Of words and signs.
  var accent: RGB { theme.accent.readable(on: grounds + [accentSoft]) }
  /// Of what is filled with the accent, such as the main button.
  ///
  /// A little darker where that lets white words be read on it.
  var accentFill: RGB {
    let fill = theme.accent.readable(on: [page, surface], contrast: 3)
    let deeper = fill.mixed(toward: .black) { $0.contrast(with: .white) >= 4.5 }
    let isNear = deeper.contrast(with: fill) < 1.35
    let isFound = [page, surface].allSatisfy { deeper.contrast(with: $0) >= 3 }
    return isNear && isFound ? deeper : fill
  }
  /// Of words upon the fill: whichever of the two stands out more.
  var onAccent: RGB { Shades.words(on: accentFill, or: ground) }
  var accentSoft: RGB { surface.mixed(with: theme.accent, share: isDark ? 0.18 : 0.12) }
  /// Of the edges of fields and buttons, which must be found without reading.
  var edge: RGB {
    ground.ink.mixed(with: ground.surface, share: 0.6).readable(on: grounds, contrast: 3)
  }

  private static func words(on fill: RGB, or ground: Look.Ground) -> RGB {
    if RGB.white.contrast(with: fill) >= 4.5 { return .white }
    let dark = RGB(hex: 0x14110C)
    // Between the two only black itself is far enough away: 4.58 at least.
    return fill.contrast(with: dark) >= 4.5 ? dark : .black
  }

  /// The states of a day, as words or signs, and as something filled.
  var states: [(name: String, color: RGB)] {
    let colors = theme.colors
    return [
      ("done", colors.done), ("skipped", colors.skipped), ("protected", colors.protected),
      ("missed", colors.missed), ("warning", colors.warning), ("danger", colors.danger),
    ]
    .map { ($0.0, $0.1.readable(on: grounds + [accentSoft])) }
  }

  /// Names and colors, as the style sheet has them.
  var all: [(name: String, color: RGB)] {
    var colors: [(name: String, color: RGB)] = [
      ("page", page), ("glow", glow), ("surface", surface), ("sunken", sunken), ("line", line),
      ("edge", edge),
      ("ink", ink), ("muted", muted), ("accent", accent), ("accent-fill", accentFill),
      ("on-accent", onAccent), ("accent-soft", accentSoft),
    ]
    for (name, color) in states {
      colors.append((name, color))
      colors.append(("on-\(name)", Shades.words(on: color, or: ground)))
    }
    for level in 0...4 { colors.append(("heat-\(level)", heat[level])) }
    for shade in 0...10 {
      colors.append(("shade-\(shade)", heat.shade(shade)))
      colors.append(("on-shade-\(shade)", Shades.words(on: heat.shade(shade), or: ground)))
    }
    return colors
  }
}
