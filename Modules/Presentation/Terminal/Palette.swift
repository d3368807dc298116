import Core
import Presentation

/// The colors of a theme on one kind of background.
public struct Palette: Sendable, Equatable {
  public let theme: Theme
  public let appearance: Appearance

  public init(theme: Theme = .standard, appearance: Appearance = .unknown) {
    self.theme = theme
    self.appearance = appearance
  }

  /// The color of `ink`, legible on this palette's background.
  ///
  /// Heat levels and shades keep the theme's ramp, whose faint end is intentional; on an unknown
  /// background they run from the muted color to the accent instead.
  public func color(_ ink: Ink) -> RGB {
    switch ink {
    case .accent: theme.accent.legible(on: appearance)
    case .done: theme.colors.done.legible(on: appearance)
    case .skipped: theme.colors.skipped.legible(on: appearance)
    case .protected: theme.colors.protected.legible(on: appearance)
    case .missed: theme.colors.missed.legible(on: appearance)
    case .muted: theme.colors.muted.legible(on: appearance)
    case .warning: theme.colors.warning.legible(on: appearance)
    case .danger: theme.colors.danger.legible(on: appearance)
    case .heat(let level): ramp?[level] ?? blend(Double(level) / 4)
    case .shade(let shade): ramp?.shade(shade) ?? blend(Double(shade) / 10)
    case .rgb(let color): color.legible(on: appearance)
    }
  }

  /// The theme's ramp for this background; nil if the background is unknown.
  var ramp: HeatRamp? {
    switch appearance {
    case .light: theme.heatOnLight
    case .dark: theme.heatOnDark
    case .unknown: nil
    }
  }

  private func blend(_ share: Double) -> RGB {
    color(.muted).mixed(with: theme.heatOnDark[3].legible(on: appearance), share: share)
  }
}
