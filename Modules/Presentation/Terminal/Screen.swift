import Core
import Presentation

/// A profile and a theme: all that drawing depends on beside the data.
public struct Screen: Sendable, Equatable {
  public let profile: TerminalProfile
  public let palette: Palette

  public init(_ profile: TerminalProfile, theme: Theme = .standard) {
    self.profile = profile
    palette = Palette(theme: theme, appearance: profile.appearance)
  }

  public var theme: Theme { palette.theme }
  public var width: Int { profile.width }

  /// What stands for text that was cut off.
  public var ellipsis: String { profile.unicode ? "…" : "..." }

  /// `glyph` in the characters this screen has.
  public func sign(_ glyph: Glyph) -> String { profile.unicode ? glyph.unicode : glyph.ascii }

  /// `unicode` where the screen has it, else `ascii`.
  public func sign(_ unicode: String, ascii: String) -> String {
    profile.unicode ? unicode : ascii
  }

  /// The same screen with fewer columns.
  public func narrowed(to width: Int) -> Screen {
    var profile = profile
    profile.width = width
    return Screen(profile, theme: theme)
  }

  /// `text` with the escape sequences this screen understands; none where it has no color.
  public func render(_ text: Text) -> String {
    var output = ""
    for span in text.spans {
      let content = readable(span.content)
      let codes = profile.color == .none ? [] : sgr(span.style)
      if codes.isEmpty {
        output += content
      } else {
        let joined = codes.map(String.init).joined(separator: ";")
        output += "\u{1B}[\(joined)m\(content)\u{1B}[0m"
      }
    }
    return output
  }

  /// The lines, each with a line break at its end.
  public func render(_ lines: [Text]) -> String {
    var output = ""
    for line in lines { output += render(line.trimmedEnd()) + "\n" }
    return output
  }

  /// `view`, line for line.
  public func draw(_ view: some View) -> String { render(view.lines(on: self)) }

  /// A terminal without UTF-8 gets ASCII; a file without a locale gets the text as it is.
  private func readable(_ content: String) -> String {
    profile.unicode || !profile.isTerminal ? content : foldedToASCII(content)
  }

  /// SGR parameters of ECMA-48 8.3.117, with the usual extensions for 256 and 24-bit colors.
  private func sgr(_ style: Style) -> [Int] {
    var codes: [Int] = []
    if style.traits.contains(.bold) { codes.append(1) }
    if style.traits.contains(.dim) { codes.append(2) }
    if style.traits.contains(.italic) { codes.append(3) }
    if style.traits.contains(.underline) { codes.append(4) }
    if style.traits.contains(.inverse) { codes.append(7) }
    if let ink = style.ink { codes += sgr(ink) }
    return codes
  }

  private func sgr(_ ink: Ink) -> [Int] {
    let color = palette.color(ink)
    switch profile.color {
    case .none: return []
    case .sixteen: return sixteen(ink, color)
    case .indexed256: return [38, 5, color.indexed256]
    case .truecolor: return [38, 2, Int(color.red), Int(color.green), Int(color.blue)]
    }
  }

  /// With 16 colors, which people set to their taste, faint things are dimmed rather than gray:
  /// some schemes make gray the color of the background.
  private func sixteen(_ ink: Ink, _ color: RGB) -> [Int] {
    switch ink {
    case .muted, .heat(...0), .shade(...0): return [2]
    case .heat, .shade: return palette.theme.darkHeat[3].sgr16.map { [$0] } ?? []
    default: return color.sgr16.map { [$0] } ?? []
    }
  }
}

/// Something that can be drawn on a screen of any width.
public protocol View: Sendable {
  /// The lines for `screen`, none wider than it where that is possible at all.
  func lines(on screen: Screen) -> [Text]
}
