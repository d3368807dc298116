import Core
import Pages
import Presentation

/// A product's theme as a style sheet: named colors, shapes, and the rules of its modules.
///
/// The colors of a theme are preferences. Text keeps a contrast of 4.5 and symbols one of 3 with
/// every background that they may be on (WCAG 2.2, 1.4.3 and 1.4.11).
struct ThemeSheet: Sendable {
  private let theme: Theme
  private let rules: String
  /// The names of all colors that a rule uses.
  private let used: Set<Substring>

  /// - Parameters:
  ///   - rules: the rules of the modules, which become part of the sheet.
  ///   - pages: rules of the modules in another sheet, which may use the same colors.
  init(_ theme: Theme, rules: String, pages: String = "") {
    self.theme = theme
    let motif = Assets.all.text(of: "\(theme.look.motif.rawValue).css")
    self.rules = motif + rules
    // The background of a page uses its own colors.
    let users =
      Assets.all.text(of: "app.css") + self.rules + pages + Ornaments(theme.look.motif).ground
    used = Set(
      users.split(separator: "var(--", omittingEmptySubsequences: false).dropFirst()
        .map { $0.prefix { $0 != ")" } }
    )
  }

  /// A sheet for pages that are always light or always dark, regardless of the system.
  ///
  /// On paper, all of them are light.
  static func settled(_ css: String, isDark: Bool) -> String {
    var pieces = css.split(separator: darkRules, omittingEmptySubsequences: false)[...]
    var result = String(pieces.removeFirst())
    for piece in pieces {
      var depth = 1
      let end = piece.firstIndex { character in
        depth += character == "{" ? 1 : character == "}" ? -1 : 0
        return depth == 0
      }
      let rules = piece[..<(end ?? piece.endIndex)]
      if isDark { result += "@media screen{\(rules)}" }
      result += piece[(end ?? piece.endIndex)...].dropFirst()
    }
    let scheme = isDark ? "@media screen{:root{color-scheme:dark}}" : ":root{color-scheme:light}"
    return "\(result)\(scheme)\n"
  }

  private static let darkRules = "@media (prefers-color-scheme:dark){"

  var css: String {
    let (light, dark) = (Shades(theme, isDark: false), Shades(theme, isDark: true))
    return """
      :root{\(declarations(light.all))\(shapes)}
      \(ThemeSheet.darkRules):root{\(declarations(dark.all))}}
      \(rules)

      """
  }

  /// Omits colors that no rule uses, to keep pages small.
  private func declarations(_ colors: [(name: String, color: RGB)]) -> String {
    colors.filter { used.contains($0.name[...]) }
      .map { "--\($0.name):\($0.color.css);" }.joined()
  }

  /// Declarations that are the same in light and dark mode.
  private var shapes: String {
    let motif = Ornaments(theme.look.motif)
    var text = "--sign-done:\(Ornaments.url(motif.done));--ground:\(motif.ground);"
    if let picture = motif.picture { text += "--ornament:\(picture);" }
    return text
  }
}

/// All colors of a theme, in light or dark mode.
struct Shades: Sendable {
  let theme: Theme
  let isDark: Bool

  init(_ theme: Theme, isDark: Bool) {
    self.theme = theme
    self.isDark = isDark
  }

  private var ground: Look.Ground { isDark ? theme.look.dark : theme.look.light }
  private var heat: HeatRamp { isDark ? theme.heatOnDark : theme.heatOnLight }

  /// The backgrounds that text and symbols may be on.
  var grounds: [RGB] { [page, surface, sunken, glow] }

  var page: RGB { ground.page }
  /// The page color in the glow of its ornaments.
  var glow: RGB { page.mixed(with: theme.accent, share: 0.14) }
  var surface: RGB { ground.surface }
  /// For fields and tracks, slightly below the surface.
  var sunken: RGB { ground.surface.mixed(with: ground.ink, share: isDark ? 0.09 : 0.05) }
  var line: RGB { ground.surface.mixed(with: ground.ink, share: isDark ? 0.2 : 0.15) }
  var ink: RGB { ground.ink.readable(on: grounds, contrast: 7) }
  var muted: RGB { ground.ink.mixed(with: ground.surface, share: 0.36).readable(on: grounds) }
  /// For text and symbols.
  var accent: RGB { theme.accent.readable(on: grounds + [accentSoft]) }
  /// For areas filled with the accent, such as the main button.
  ///
  /// Slightly darkened if that makes white text legible on it.
  var accentFill: RGB {
    let fill = theme.accent.readable(on: [page, surface], contrast: 3)
    let deeper = fill.mixed(toward: .black) { $0.contrast(with: .white) >= 4.5 }
    let isNear = deeper.contrast(with: fill) < 1.35
    let isFound = [page, surface].allSatisfy { deeper.contrast(with: $0) >= 3 }
    return isNear && isFound ? deeper : fill
  }
  /// For text on the fill: the candidate with more contrast.
  var onAccent: RGB { Shades.words(on: accentFill, or: ground) }
  var accentSoft: RGB { surface.mixed(with: theme.accent, share: isDark ? 0.18 : 0.12) }
  /// For the borders of fields and buttons, which must be recognizable without reading.
  var edge: RGB {
    ground.ink.mixed(with: ground.surface, share: 0.6).readable(on: grounds, contrast: 3)
  }

  private static func words(on fill: RGB, or ground: Look.Ground) -> RGB {
    if RGB.white.contrast(with: fill) >= 4.5 { return .white }
    let dark = RGB(hex: 0x14110C)
    // Only black itself has enough contrast for the colors in between: at least 4.58.
    return fill.contrast(with: dark) >= 4.5 ? dark : .black
  }

  /// The states of a day, for text or symbols, and for fills.
  var states: [(name: String, color: RGB)] {
    let colors = theme.colors
    return [
      ("done", colors.done), ("skipped", colors.skipped), ("protected", colors.protected),
      ("missed", colors.missed), ("warning", colors.warning), ("danger", colors.danger),
    ]
    .map { ($0.0, $0.1.readable(on: grounds + [accentSoft])) }
  }

  /// All colors with their names in the style sheet.
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
